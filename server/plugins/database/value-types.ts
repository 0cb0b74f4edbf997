import { createRequire } from 'node:module'

/** `2026-11-20 09:30:00.123456+00` (sessions run in UTC) → `2026-11-20T09:30:00.123Z`, the contract's instant. */
function toInstant(text: string): string {
  const date = new Date(
    `${text
      .replace(' ', 'T')
      .replace(/(\.\d{3})\d*/, '$1')
      .replace(/([+-]\d{2})$/, '$1:00')}`,
  )
  return Number.isNaN(date.getTime()) ? text : date.toISOString()
}

const asText = (text: string): string => text

/**
 * How both engines read a value, by PostgreSQL type: bigint is a number (cents and seq stay below 2^53), dates are text and
 * instants ISO 8601 UTC, so that no row depends on the engine or on the machine's time zone.
 */
export const PARSERS: Readonly<Record<number, (text: string) => unknown>> = {
  20: Number,
  1082: asText,
  1114: asText,
  1184: toInstant,
}

const utils = createRequire(import.meta.url)('pg/lib/utils.js') as { prepareValue: (value: unknown) => WireValue }

/** A parameter in PostgreSQL's text form. */
export type WireValue = string | Uint8Array | null

/** `pg`'s own conversion, used for PGlite too: a number for a text column or a list behaves the same on both engines. */
export const toWire = (value: unknown): WireValue => utils.prepareValue(value)
