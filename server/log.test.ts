import { expect, it } from 'vitest'
import { blank, createLog } from './log.ts'

it.each([
  ['550 <m.martin+x@mail.example.com> unknown', '550 <…@…> unknown'],
  ['call 0639980001, 06 39 98 00 01 or 06.39.98.00.01', 'call …, … or …'],
  ['+33639980001 +33 6 39 98 00 01 0033639980001', '… … …'],
  // No phone numbers: an id, times, a seq, a port.
  ['019307b2-0639-4800-8f00-063998000112 1764000000123 0.0.0.0:3000', null],
  ['node_modules/@fastify/static/index.js:120:15', null],
])('[SEC] what the log keeps of « %s »', (text, kept) => {
  expect(blank(text)).toBe(kept ?? text)
})

it('[SEC] an error is logged without the values that it carries', () => {
  const lines: string[] = []
  const log = createLog({ level: 'info', to: { write: (line) => void lines.push(line) } })
  const error = Object.assign(new Error('invalid input syntax for type date: "Martin"'), {
    code: '22007',
    detail: 'Key (NOM)=(Martin)',
    parameters: ['Martin'],
    table: 'client',
    cause: new Error('nobody at martin@example.com'),
  })
  log.error(error)
  log.warn({ err: error }, 'la page de martin@example.com')
  const [alone, named] = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(alone).toMatchObject({
    msg: 'invalid input syntax for type date: "…"',
    err: { code: '22007', table: 'client', cause: { message: 'nobody at …@…' } },
  })
  expect(named).toMatchObject({
    msg: 'la page de …@…',
    err: { stack: expect.stringContaining('log.test.ts') as unknown },
  })
  expect(lines.join('').toLowerCase()).not.toContain('martin')
})

it('what several things that failed together have failed of is logged, without their values', () => {
  const lines: string[] = []
  const log = createLog({ level: 'info', to: { write: (line) => void lines.push(line) } })
  const many = Array.from({ length: 30 }, (_, n) => new Error(`No answer ${n} to martin@example.com`))
  log.error({ err: new AggregateError(many, 'Reminders that failed') }, 'Une tâche de fond a échoué.')
  const { err } = JSON.parse(lines[0] ?? '') as {
    err: { message: string; errors: { message: string }[]; more: number }
  }
  expect(err.message).toBe('Reminders that failed')
  expect(err.errors.map(({ message }) => message)).toEqual(
    Array.from({ length: 10 }, (_, n) => `No answer ${n} to …@…`),
  )
  expect(err.more).toBe(20)
})
