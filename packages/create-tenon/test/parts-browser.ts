import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { openPage, type OpenPage } from '../../tenon/test/browser/open-page.ts'
import { launchChromium } from '../../tenon/test/support/chromium.ts'
import { serveTodo, type ServedTodo } from '../../tenon/test/todo/todo-binary.ts'
import { runAxe } from '../../tenon/test/browser/axe.ts'

export type Library = 'react' | 'vue' | 'svelte'

/** Adds a resource to a new application, and a page with the parts that no resource uses. */
export function addPages(app: string, library: Library): void {
  const columns = [
    'name:text',
    'price:decimal',
    'state:enum:draft,on sale',
    'published:boolean',
    'stock:integer:nullable',
  ]
  const commands = [
    ['make', 'model', 'Product', ...columns, '--resource'],
    ['add', 'parts'],
  ]
  for (const words of commands) {
    const { status, stderr } = spawnSync(process.execPath, ['node_modules/.bin/tenon', ...words], {
      cwd: app,
      encoding: 'utf8',
    })
    assert.equal(status, 0, stderr)
  }
  const request = join(app, 'app/requests/product-request.ts')
  const rule = ".refine(({ stock }) => stock !== 7, 'There are never seven')"
  writeFileSync(request, readFileSync(request, 'utf8').replace(/(?<=\}\)),?\n\)/, `${rule})`))
  const { file, text } = pages[library]
  writeFileSync(join(app, 'resources/pages', file), text)
  const routes = join(app, 'app/routes.ts')
  const list = readFileSync(routes, 'utf8').replace(/(?<=routes\(\[\n)/, routesOfParts)
  writeFileSync(
    routes,
    `import { page } from 'tenon'\nimport { flash } from 'tenon/pages'\n${list}`,
  )
}

/** What a person does with a generated resource, with the keyboard and on a phone. */
export function describeParts(name: string, binary: () => string): void {
  describe(name, () => {
    let app: ServedTodo
    let browser: Browser
    before(async () => {
      app = await serveTodo('sqlite::memory:', {}, binary())
      browser = await launchChromium()
    })
    after(async () => {
      await browser.close()
      await app[Symbol.asyncDispose]()
    })
    const open = (path: string, options: BrowserContextOptions = {}): Promise<OpenPage> =>
      openPage(browser, app.url + path, options)

    it('asks before it deletes a record, with the keyboard alone, and gives the focus back', async () => {
      await create(app, 'Stool')
      await using page = await open('/products')
      const ask = page.getByRole('button', { name: 'Delete Stool' })
      const dialog = page.getByRole('dialog', { name: 'Delete this product?' })

      await ask.press('Enter')
      await dialog.waitFor()
      const focused = await page.locator(':focus').textContent()
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'hidden' })
      // The focus is where it was, so the key asks again.
      await page.keyboard.press('Enter')
      await dialog.waitFor()
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')

      await ask.waitFor({ state: 'detached' })
      await page.locator('h1:focus', { hasText: 'Products' }).waitFor()
      await page.getByRole('link', { name: 'New product' }).press('Enter')
      await page.locator('h1:focus', { hasText: 'New product' }).waitFor()
      assert.equal(focused?.trim(), 'Keep it')
      assert.deepEqual(page.complaints, [])
    })

    it('deletes a record once by a double click', async () => {
      await create(app, 'Bench')
      await using page = await open('/products')
      const deletions: string[] = []
      page.on('request', (request) => {
        if (request.method() === 'DELETE') deletions.push(request.url())
      })
      await page.getByRole('button', { name: 'Delete Bench' }).click()

      await page.getByRole('button', { name: 'Delete', exact: true }).dblclick()

      await page.getByText('There are no products yet.').waitFor()
      assert.equal(deletions.length, 1)
      assert.deepEqual(page.complaints, [])
    })

    it('shows an error of the whole input, and stores null for a number that is emptied', async () => {
      await create(app, 'Shelf')
      await using page = await open('/products')
      await page.getByRole('link', { name: 'Shelf' }).click()
      await page.getByRole('link', { name: 'Edit product' }).click()
      const stock = page.getByLabel('Stock')

      await stock.fill('7')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('alert').getByText('There are never seven').waitFor()
      await stock.fill('')
      await page.getByRole('button', { name: 'Save' }).click()

      // The page of the record says that there is no number.
      const shown = page.locator('dl', { hasText: 'Shelf' })
      await shown.waitFor()
      const stored = await shown.locator('dt:text-is("Stock") + dd').textContent()
      await page.getByRole('button', { name: 'Delete' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
      await page.getByText('There are no products yet.').waitFor()
      assert.equal(stored?.trim(), '')
    })

    it('moves the focus to the first wrong field, so that it is in view on a phone', async () => {
      await using page = await open('/products/create', { viewport: { width: 390, height: 400 } })
      await page.getByLabel('Name').fill('Stool')
      await page.getByLabel('Price').fill('much')

      await page.getByRole('button', { name: 'Create' }).click()
      await page.locator('input[name=price]:focus').waitFor()
      await page.getByLabel('Name').fill('')
      await page.getByRole('button', { name: 'Create' }).click()

      await page.locator('input[name=name]:focus').waitFor()
    })

    it('shows a checkbox beside its label', async () => {
      await using page = await open('/products/create')

      const box = await page.getByLabel('Published').boundingBox()
      const label = await page.locator('label', { hasText: 'Published' }).boundingBox()

      assert.ok(box && label)
      assert.ok(box.x + box.width <= label.x, 'the checkbox is before its label')
      assert.ok(Math.abs(box.y + box.height / 2 - label.y - label.height / 2) < 4, 'on one line')
    })

    it('leads to the pages next to this one, shows a choice that is not among the options, and says what was done until it is dismissed', async () => {
      await using page = await open('/parts?page=2')
      const current = await page.locator('[aria-current=page]').textContent()
      const size = await page
        .getByLabel('Size', { exact: true })
        .evaluate((select) => Reflect.get(select, 'value'))

      await page.getByRole('link', { name: 'Next' }).click()
      await page.getByText('Page 3 of 3').waitFor()
      const next = await page.getByRole('link', { name: 'Next' }).count()
      await page.getByRole('link', { name: 'Do it' }).click()
      await page.getByRole('status').getByText('It is done.').waitFor()
      await page.getByRole('button', { name: 'Dismiss' }).click()
      await page.getByText('It is done.').waitFor({ state: 'detached' })
      // The same message again.
      await page.getByRole('link', { name: 'Do it' }).click()
      await page.getByText('It is done.').waitFor()

      assert.deepEqual([current?.trim(), next, size], ['Parts', 0, 'XL'])
      assert.deepEqual(page.complaints, [])
    })

    it('shows headings of a table that are more than a text', async () => {
      await using page = await open('/parts?page=2')
      const headingOf = (name: string) => page.getByRole('columnheader', { name, exact: true })
      await headingOf('Stock').waitFor()

      const links = await headingOf('By size').getByRole('link').count()
      const texts = await headingOf('Stock').count()

      assert.deepEqual([links, texts], [1, 1])
      assert.deepEqual(page.complaints, [])
    })

    it('has no page that axe objects to in light and in dark, or that is too wide for a phone', async () => {
      // axe is added to the page, which the policy forbids.
      const options = { viewport: { width: 390, height: 800 }, bypassCSP: true }
      const name = 'A name that is much longer than a telephone is wide, by far'
      await using page = await open('/products', options)
      const found: string[] = []
      const look = async (): Promise<void> => {
        const width = await page.evaluate<number>('document.documentElement.scrollWidth')
        if (width > 390) found.push(`${page.url()} is ${width} px wide`)
        found.push(...(await runAxe(page)).map((violation) => `${page.url()} ${violation}`))
      }

      await page.getByText('There are no products yet.').waitFor()
      await look()
      await page.getByRole('link', { name: 'New product' }).click()
      await page.getByRole('button', { name: 'Create' }).click()
      await page.getByRole('alert').first().waitFor()
      await look()
      await page.getByLabel('Name').fill(name)
      await page.getByLabel('Price').fill('12.50')
      await page.getByLabel('State').selectOption('on sale')
      await page.getByRole('button', { name: 'Create' }).click()
      await page.locator('dd', { hasText: 'on sale' }).waitFor()
      await look()
      await page.getByRole('main').getByRole('link', { name: 'Products' }).click()
      await page.getByRole('cell', { name: 'on sale' }).waitFor()
      await look()
      await page.getByRole('button', { name: `Delete ${name}` }).click()
      await page.getByRole('dialog').waitFor()
      await look()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
      await page.getByText('There are no products yet.').waitFor()
      await page.goto(`${app.url}/parts?page=2`)
      await page.getByRole('link', { name: 'Do it' }).click()
      await page.getByText('It is done.').waitFor()
      await look()

      assert.deepEqual(found, [])
    })
  })
}

async function create(app: ServedTodo, name: string): Promise<void> {
  const product = { name, price: '12.50', state: 'draft', published: true }
  const { status } = await app.fetch('/products', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(product),
    redirect: 'manual',
  })
  assert.equal(status, 303)
}

const routesOfParts = `  get('/parts', ({ query }) => {
    const currentPage = Number(query.get('page'))
    const [previousPage, nextPage] = [currentPage - 1, currentPage < 3 ? currentPage + 1 : null]
    const numbers = { total: 30, perPage: 10, lastPage: 3, currentPage, previousPage, nextPage }
    return page('Parts', { numbers })
  }).name('parts'),
  get('/parts/do', (request) => {
    flash(request, { notice: 'It is done.' })
    return redirect('/parts?page=3')
  }),
`

const tabs = `[
    { href: '/parts', label: 'Parts', isCurrent: true },
    { href: '/products', label: 'Products', isCurrent: false },
  ]`

const pages: Readonly<Record<Library, { readonly file: string; readonly text: string }>> = {
  react: {
    file: 'Parts.tsx',
    text: `import { Link, usePage } from 'tenon/react'
import { Layout } from '../components/Layout.tsx'
import { Pagination } from '../components/parts/Pagination.tsx'
import { Select } from '../components/parts/Select.tsx'
import { Table } from '../components/parts/Table.tsx'
import { Tabs } from '../components/parts/Tabs.tsx'
import { Toast } from '../components/parts/Toast.tsx'

const tabs = ${tabs}

export default function Parts({ numbers }) {
  return (
    <Layout title="Parts">
      <Toast message={usePage().flash.notice} />
      <Tabs label="Areas" tabs={tabs} />
      <Link href="/parts/do">Do it</Link>
      <Select name="size" label="Size" options={['S', 'M']} defaultValue="XL" />
      <Table
        caption="Sizes"
        columns={['size', 'stock']}
        heading={(column) => (column === 'size' ? <Link href="/parts?page=1">By size</Link> : 'Stock')}
      >
        <tr><th scope="row">S</th><td>1</td></tr>
      </Table>
      <Pagination page={numbers} href={(page) => '/parts?page=' + page} />
    </Layout>
  )
}
`,
  },
  vue: {
    file: 'Parts.vue',
    text: `<script setup lang="ts">
import { Link, usePage } from '@inertiajs/vue3'
import AppLayout from '../components/AppLayout.vue'
import Pagination from '../components/parts/Pagination.vue'
import Select from '../components/parts/Select.vue'
import Table from '../components/parts/Table.vue'
import Tabs from '../components/parts/Tabs.vue'
import Toast from '../components/parts/Toast.vue'

defineProps<{ numbers: object }>()
const page = usePage()
const tabs = ${tabs}
</script>

<template>
  <AppLayout title="Parts">
    <Toast :message="page.flash.notice" />
    <Tabs label="Areas" :tabs="tabs" />
    <Link href="/parts/do">Do it</Link>
    <Select name="size" label="Size" :options="['S', 'M']" model-value="XL" />
    <Table caption="Sizes" :columns="['size', 'stock']">
      <template #heading="{ column }">
        <Link v-if="column === 'size'" href="/parts?page=1">By size</Link>
        <template v-else>Stock</template>
      </template>
      <tr><th scope="row">S</th><td>1</td></tr>
    </Table>
    <Pagination :page="numbers" :href="(at) => '/parts?page=' + at" />
  </AppLayout>
</template>
`,
  },
  svelte: {
    file: 'Parts.svelte',
    text: `<script lang="ts">
  import { inertia, usePage } from '@inertiajs/svelte'
  import Layout from '../components/Layout.svelte'
  import Pagination from '../components/parts/Pagination.svelte'
  import Select from '../components/parts/Select.svelte'
  import Table from '../components/parts/Table.svelte'
  import Tabs from '../components/parts/Tabs.svelte'
  import Toast from '../components/parts/Toast.svelte'

  let { numbers } = $props()
  const page = usePage()
  const tabs = ${tabs}
</script>

<Layout title="Parts">
  <Toast message={page.flash.notice} />
  <Tabs label="Areas" {tabs} />
  <a href="/parts/do" use:inertia>Do it</a>
  <Select name="size" label="Size" options={['S', 'M']} value="XL" />
  <Table caption="Sizes" columns={['size', 'stock']}>
    {#snippet heading(column)}
      {#if column === 'size'}<a href="/parts?page=1" use:inertia>By size</a>{:else}Stock{/if}
    {/snippet}
    <tr><th scope="row">S</th><td>1</td></tr>
  </Table>
  <Pagination page={numbers} href={(at) => '/parts?page=' + at} />
</Layout>
`,
  },
}
