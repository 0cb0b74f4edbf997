import Type, { type Static } from 'typebox'
import { maskedRecipient } from '../../messages/masks.ts'
import type { MessageRow } from '../../messages/message-rows.ts'

export const Status = Type.Union([
  Type.Literal('queued'),
  Type.Literal('sending'),
  Type.Literal('sent'),
  Type.Literal('recorded'),
  Type.Literal('failed'),
  Type.Literal('unknown'),
])
const nullable = Type.Union([Type.String(), Type.Null()])

/** A message as administrators see it. */
export const MessageView = Type.Object({
  id: Type.String(),
  company_id: nullable,
  channel: Type.String(),
  /** Masked. */
  recipient: Type.String(),
  /** Subject, title or text; null for a message with a code or a link. */
  summary: nullable,
  status: Status,
  attempts: Type.Integer(),
  error: nullable,
  provider_id: nullable,
  resource: nullable,
  record_id: nullable,
  created_by: nullable,
  created_at: Type.String(),
  sent_at: nullable,
})

export function presentMessage({ payload, recipient, channel, ...row }: MessageRow): Static<typeof MessageView> {
  return { ...row, channel, recipient: maskedRecipient(channel, recipient), summary: summaryOf(channel, payload) }
}

const MAX_SUMMARY = 200

function summaryOf(channel: string, payload: Record<string, unknown>): string | null {
  if (payload.secret === true) return null
  const text = channel === 'mail' ? payload.subject : channel === 'push' ? payload.title : payload.text
  // Masks a code in a message that is not marked as secret, and phone numbers in a text.
  return String(text ?? '')
    .replace(/\d[\d .-]{2,}\d/g, '••••')
    .slice(0, MAX_SUMMARY)
}
