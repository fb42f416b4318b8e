import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { application, body, handler, json, localized, post, routes, UploadedFile } from 'tenon'
import { disk } from 'tenon/storage'
import { testApp, type TestApp } from 'tenon/testing'
import { z } from 'zod'

const disks = {
  photos: disk('photos', { types: ['image/png', 'image/jpeg'], maxSize: '10b' }),
  pictures: disk('pictures', { types: ['image/*', 'text/plain'] }),
  odd: disk('odd', { types: ['application/pdf', 'application/x-7z-compressed'] }),
  scanned: disk('scanned', { scan: () => 'contains a virus' }),
}

const upload = (name: keyof typeof disks) =>
  post(
    `/${name}`,
    handler({ form: body(z.object({ file: z.instanceof(UploadedFile) })) }).run(async ({ form }) =>
      json(await disks[name].put(form.file)),
    ),
  )

const spoken = application({
  root: import.meta.dirname,
  routes: routes([
    localized([upload('photos'), upload('pictures'), upload('odd'), upload('scanned')]),
  ]),
  languages: ['en', 'de', 'ar', 'fr', 'es', 'pt-BR', 'ja', 'nl'],
})

const zip = Buffer.from('PK\u0003\u0004 and more')
const gif = Buffer.from('GIF89a and much more')

describe('a file that is refused for its type', () => {
  it('is told the kinds by the names that people know, in the language of the request', async () => {
    assert.deepEqual(await refusals('photos', gif), [
      'The file must be PNG or JPEG',
      'file: Erlaubt ist PNG oder JPEG',
      'file: المسموح به PNG أو JPEG',
      'file : le format autorisé est PNG ou JPEG',
      'file: se permite PNG o JPEG',
      'file: é permitido PNG ou JPEG',
      'file: 使用できるのは PNGまたはJPEG です',
    ])
  })

  it('is told kinds without a format as words', async () => {
    assert.deepEqual(await refusals('pictures', zip), [
      'The file must be a picture or plain text',
      'file: Erlaubt ist ein Bild oder reiner Text',
      'file: المسموح به صورة أو نص عادي',
      'file : le format autorisé est une image ou du texte brut',
      'file: se permite una imagen o texto sin formato',
      'file: é permitido uma imagem ou texto simples',
      'file: 使用できるのは 画像またはテキスト です',
    ])
  })

  it('is told a kind without a common name as it is', async () => {
    assert.equal(await refusal('/odd', gif), 'The file must be PDF or application/x-7z-compressed')
  })

  it('is told so in one language, if Tenon does not speak that of the request', async () => {
    assert.equal(await refusal('/nl/photos', gif), 'The file must be PNG or JPEG')
  })
})

describe('a file that is refused for another reason', () => {
  it('is told so in the language of the request', async () => {
    const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')

    assert.deepEqual(
      [
        await refusal('/de/photos', png),
        await refusal('/de/photos', Buffer.alloc(0)),
        await refusal('/de/scanned', gif),
      ],
      [
        'file: Die Datei darf nicht größer als 10 bytes sein',
        'file: Die Datei ist leer',
        'The file contains a virus',
      ],
    )
  })

  it('is told so in the language of tests, with its values', async () => {
    assert.match(
      String(await refusal('/photos', Buffer.alloc(0), 'en-XA')),
      /^⟦The\u0301e file mu\u0301ust no\u0301ot/,
    )
  })
})

async function refusals(name: string, content: Uint8Array<ArrayBuffer>): Promise<unknown[]> {
  await using app = await testApp({ application: spoken })
  const prefixes = ['', '/de', '/ar', '/fr', '/es', '/pt-BR', '/ja']
  return await Promise.all(prefixes.map((prefix) => send(app, `${prefix}/${name}`, content)))
}

async function refusal(
  path: string,
  content: Uint8Array<ArrayBuffer>,
  language?: string,
): Promise<unknown> {
  await using app = await testApp({ application: spoken })
  return await send(app, path, content, language)
}

async function send(
  app: TestApp,
  path: string,
  content: Uint8Array<ArrayBuffer>,
  language?: string,
): Promise<unknown> {
  const body = new FormData()
  body.set('file', new File([content], 'me.bin'))
  const headers = language === undefined ? {} : { 'accept-language': language }
  const answer = await app.as('json').send('POST', path, { body, headers })
  return Object(answer.assertStatus(422).json()).errors.file
}
