import pino, { type Logger } from 'pino'
import { logUrl } from './log-url.ts'

/**
 * The one log: a line of JSON for each event, on standard output. Its readers may not read the companies' data, and programs that keep it know no erasure: so
 * it holds nothing about a person. Requests are logged by their route (plugins/request-log.ts), errors without their values (below), and whatever still looks
 * like a mail address or a phone number is masked in the finished line.
 */
export interface LogSettings {
  level: string
  /** Tests: where the lines go; standard output otherwise. */
  to?: { write(line: string): void } | undefined
}

export function createLog({ level, to }: LogSettings): Logger {
  const options: pino.LoggerOptions = {
    level,
    serializers: {
      err: errorForLog,
      req: ({ method, url, routeOptions }) => ({ method, path: logUrl(url, routeOptions?.url) }),
    },
    hooks: {
      // An error alone gives the line its own message: the log must use the cleaned one.
      logMethod(args, method) {
        const [first, ...rest] = args as unknown[]
        if (!(first instanceof Error) || rest.length > 0) return method.apply(this, args)
        method.apply(this, [{ err: first }, shownMessage(first)])
      },
      streamWrite: blank,
    },
  }
  return to ? pino(options, to) : pino(options)
}

const MAIL = /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+/g
/** As French people write it, and as it is stored. Not a part of an id or of a longer number. */
const PHONE = /(?<![\w-])(?:(?:\+|00)33[ .]?|0)[1-9](?:[ .-]?\d{2}){4}(?![\w-])/g

/** The text with everything masked that looks like a mail address or a phone number. */
export const blank = (text: string): string =>
  (text.includes('@') ? text.replace(MAIL, '…@…') : text).replace(PHONE, '…')

interface LoggedError {
  type: string
  message: string
  code?: string | number
  /** The place of PostgreSQL's error, by name. */
  table?: string
  column?: string
  constraint?: string
  stack?: string
  cause?: LoggedError
  /** Of several that failed together: the first ones, and how many more there are. */
  errors?: LoggedError[]
  more?: number
}

/** One company's outage may fail a hundred reminders, and a line of the log must stay readable. */
const MOST_TOGETHER = 10

type Told = Error & Partial<Record<'code' | 'table' | 'column' | 'constraint', unknown>>

/** PostgreSQL's class 22 (data exception) repeats the value that it refuses, in quotes. */
const withoutValues = (message: string, code: unknown): string =>
  /^22\w{3}$/.test(String(code)) ? message.replace(/"[^"]*"/g, '"…"') : message

const shownMessage = (error: Told): string => blank(withoutValues(error.message, error.code))

/** What the log keeps of an error: never its `detail`, `where`, `parameters`, `response` …, which repeat values. */
export function errorForLog(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: blank(String(error)) }
  const told = error as Told
  const message = shownMessage(told)
  const names = Object.fromEntries(
    (['code', 'table', 'column', 'constraint'] as const)
      .filter((name) => typeof told[name] === 'string' || typeof told[name] === 'number')
      .map((name) => [name, told[name]]),
  )
  // The stack begins with the original message.
  const calls = error.stack?.split('\n').filter((line) => /^\s+at /.test(line))
  return {
    type: error.name,
    message,
    ...names,
    ...(calls === undefined ? {} : { stack: calls.join('\n') }),
    ...(error.cause === undefined || depth >= 3 ? {} : { cause: errorForLog(error.cause, depth + 1) }),
    ...(error instanceof AggregateError && depth < 3 ? togetherForLog(error.errors, depth + 1) : {}),
  }
}

/** Without them « Reminders that failed » says that something is wrong, and not what. */
function togetherForLog(all: readonly unknown[], depth: number): Pick<LoggedError, 'errors' | 'more'> {
  const errors = all.slice(0, MOST_TOGETHER).map((one) => errorForLog(one, depth))
  return all.length > MOST_TOGETHER ? { errors, more: all.length - MOST_TOGETHER } : { errors }
}
