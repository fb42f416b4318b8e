import { createPublicKey, verify, type KeyObject } from 'node:crypto'
import { ServiceUnavailable } from '../../../base/support/http-error.ts'
import {
  assertOption,
  assertSigned,
  isRecent,
  listAt,
  parseReport,
  textAt,
  type Report,
  type ReadReports,
} from './report.ts'

/** The topic to which SES sends its notifications. */
export interface SesOptions {
  /** `arn:aws:sns:…`. Amazon signs messages of every account, so only the topic shows that a message is ours. */
  readonly topic: string
}

/** Source: https://docs.aws.amazon.com/sns/latest/dg/sns-verify-signature-of-message.html */
export function ses({ topic }: SesOptions): ReadReports {
  const isTopic = /^arn:aws[\w-]*:sns:[a-z0-9-]+:\d{12}:[\w-]{1,256}$/.test(topic)
  assertOption(isTopic, 'ses({ topic })', 'the ARN of a topic, such as arn:aws:sns:eu-central-1:…')
  const keys = new Map<string, KeyObject>()
  return async (_request, body) => {
    const message = parseReport(body)
    assertSigned(textAt(message, 'TopicArn') === topic)
    assertSigned(isRecentTime(textAt(message, 'Timestamp')))
    assertSigned(isSigned(message, await findKey(keys, textAt(message, 'SigningCertURL'))))
    if (textAt(message, 'Type') === 'Notification') {
      return toReports(parseText(textAt(message, 'Message')))
    }
    if (textAt(message, 'Type') === 'SubscriptionConfirmation') {
      await load(textAt(message, 'SubscribeURL'), /^\/\?/)
    }
    return []
  }
}

/** SNS retries for up to 23 days. Anybody who has seen an older message could send it again. */
function isRecentTime(time: string): boolean {
  return isRecent(String(Math.floor(Date.parse(time) / 1000)), 24 * 86_400)
}

async function findKey(keys: Map<string, KeyObject>, url: string): Promise<KeyObject> {
  const known = keys.get(url)
  if (known !== undefined) return known
  const key = createPublicKey(await load(url, /^\/SimpleNotificationService-[\w-]{1,100}\.pem$/))
  keys.set(url, key)
  return key
}

/** Loads only from Amazon: the URL comes from an unchecked request. */
async function load(address: string, path: RegExp): Promise<string> {
  const url = URL.parse(address)
  const isAmazon =
    url?.protocol === 'https:' && /^sns\.[a-z0-9-]+\.amazonaws\.com(?:\.cn)?$/.test(url.host)
  assertSigned(isAmazon && path.test(url.pathname + url.search))
  try {
    const options: RequestInit = { redirect: 'error', signal: AbortSignal.timeout(10_000) }
    const response = await fetch(address, options)
    if (response.ok) return await response.text()
  } catch (cause) {
    throw new ServiceUnavailable('Amazon does not answer', { cause })
  }
  throw new ServiceUnavailable('Amazon does not answer')
}

/** The first message of a topic is a plain sentence, not JSON. */
function parseText(text: string): unknown {
  return text.startsWith('{') ? parseReport(text) : undefined
}

function isSigned(message: unknown, key: KeyObject): boolean {
  const isSubject = textAt(message, 'Subject') !== ''
  const names = textAt(message, 'Type') === 'Notification' ? notified : confirmed
  const text = names
    .filter((name) => name !== 'Subject' || isSubject)
    .map((name) => `${name}\n${textAt(message, name)}\n`)
    .join('')
  const hash = textAt(message, 'SignatureVersion') === '2' ? 'sha256' : 'sha1'
  return verify(hash, Buffer.from(text), key, Buffer.from(textAt(message, 'Signature'), 'base64'))
}

/** The signed fields, in order. */
const notified = ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type']
const confirmed = ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type']

/** SES notifications and SES events name the type in different fields. */
function toReports(report: unknown): readonly Report[] {
  const kind = textAt(report, 'notificationType') || textAt(report, 'eventType')
  const isPraise = textAt(report, 'complaint', 'complaintFeedbackType') === 'not-spam'
  if (kind === 'Complaint' && !isPraise) {
    return toReported(report, 'complaint', 'complainedRecipients')
  }
  const isFinal = textAt(report, 'bounce', 'bounceType') === 'Permanent'
  return kind === 'Bounce' && isFinal ? toReported(report, 'bounce', 'bouncedRecipients') : []
}

function toReported(
  report: unknown,
  reason: 'bounce' | 'complaint',
  list: string,
): readonly Report[] {
  return listAt(report, reason, list).map((each) => ({
    address: textAt(each, 'emailAddress'),
    reason,
  }))
}
