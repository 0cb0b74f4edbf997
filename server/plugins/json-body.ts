import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { MAX_DEPTH } from '../../schemas/clean-json.ts'
import { AppError } from '../../schemas/errors.ts'

/** Values, names included, that one body may hold: our largest body, a full journal with its base, has half of them. */
const MAX_VALUES = 100_000
/** Names in one object: each name that the schema does not know costs a search and a message. */
const MAX_NAMES = 5000
/** Characters from which a body waits for its turn. */
const LARGE = 64 * 1024

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

/** Reads the text once, without parsing it: a refused body costs no more than that. @throws AppError */
function assertBudget(text: string): void {
  let depth = 0
  let values = 1
  const names = [0]
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at)
    if (sign === QUOTE) at = endOfText(text, at)
    else if (sign === OPEN_LIST || sign === OPEN_OBJECT) {
      depth += 1
      values += 1
      names[depth] = 0
      if (depth > MAX_DEPTH) throw new AppError('BAD_REQUEST', 'La requête est trop imbriquée.')
    } else if (sign === CLOSE_LIST || sign === CLOSE_OBJECT) depth -= 1
    else if (sign === COMMA || sign === COLON) values += 1
    if (sign === COLON) names[depth] = (names[depth] ?? 0) + 1
    if (values > MAX_VALUES || (names[depth] ?? 0) > MAX_NAMES)
      throw new AppError('PAYLOAD_TOO_LARGE', 'La requête contient trop de valeurs.')
  }
}

/** Position of the end of the text that begins at this quote; the end of the body where the text does not end. */
function endOfText(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let before = at - 1
    while (text.charCodeAt(before) === BACKSLASH) before -= 1
    if ((at - before) % 2 === 1) return at
  }
  return text.length
}

/** Parses a body within the budgets of depth and size. @throws AppError; SyntaxError for what is no JSON */
export function parseJson(text: string): unknown {
  assertBudget(text)
  return JSON.parse(text)
}

/**
 * One piece of work for each turn of the event loop: several large bodies that end in the same turn would otherwise be processed in a row, and somebody
 * else's small request would wait for all of them.
 */
function oneATurn(): (work: () => void) => void {
  const waiting: (() => void)[] = []
  const next = (): void => {
    const work = waiting.shift()
    if (waiting.length > 0) setImmediate(next)
    work?.()
  }
  return (work) => {
    waiting.push(work)
    if (waiting.length === 1) setImmediate(next)
  }
}

/** Parses JSON bodies within their budgets: a harmful body is refused before anything is built from it. */
export const jsonBodyPlugin = fp(
  async (app: FastifyInstance) => {
    // Fastify's own parser, which refuses __proto__ and constructor.prototype.
    const parse = app.getDefaultJsonParser('error', 'error')
    const inTurn = oneATurn()
    app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
      const text = String(body)
      const read = (): void => {
        try {
          assertBudget(text)
        } catch (error) {
          done(error as Error)
          return
        }
        void parse(request, text, done)
      }
      if (text.length < LARGE) read()
      else inTurn(read)
    })
  },
  { name: 'json-body' },
)
