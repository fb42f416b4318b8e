import { Layout } from '../components/Layout.tsx'

export default function Home() {
  return (
    <Layout title="What next?">
      <dl>
        <dt>A new model, with pages, routes and tests</dt>
        <dd>
          <code>npx tenon make model Post title:text --resource</code>
        </dd>
        <dt>Models for the tables of an existing database</dt>
        <dd>
          <code>npx tenon db:pull</code>
        </dd>
        <dt>Users who register and log in</dt>
        <dd>
          <code>npx tenon add accounts</code>
        </dd>
      </dl>
      <p>Your first page is resources/pages/Home.tsx, and its route is in app/routes.ts.</p>
    </Layout>
  )
}
