// What `tenon build` writes for the components of mails.
export default async (name, props) => ({ html: `<p>${props}</p>`, subject: name })
