import { disk } from 'tenon/storage'

/** The files of comments: pictures, documents and logs. */
export const attachments = disk('attachments', {
  types: ['image/png', 'image/jpeg', 'image/webp', 'application/pdf', 'text/plain'],
  maxSize: '10mb',
  variants: { thumbnail: { width: 160, height: 120 } },
})
