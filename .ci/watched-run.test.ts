import { expect, it } from 'vitest'
import { watchedRun } from './watched-run.ts'

const LONG = 600_000

const run = (script: string, limits: { silenceMs?: number; limitMs?: number } = {}) =>
  watchedRun({ args: ['-e', script], silenceMs: LONG, limitMs: LONG, ...limits })

it('tells how a run ended', async () => {
  expect(await run('process.exitCode = 0')).toBe('exit 0')
  expect(await run('process.exitCode = 3')).toBe('exit 3')
  expect(await run('process.kill(process.pid, "SIGTERM"); setInterval(() => {}, 1000)')).toBe('signal SIGTERM')
})

it('stops a silent run, also one that blocks its process', async () => {
  expect(await run('process.send("beat"); for (;;);', { silenceMs: 3000 })).toMatch(/^stopped: no test ended/)
})

it('does not stop a run that sends messages, however long it lasts', async () => {
  // It ends by itself after its last message: at a fixed time, a busy machine would still be sending.
  const script =
    'let n = 0; const t = setInterval(() => { process.send("beat"); if (++n === 80) { clearInterval(t); process.disconnect() } }, 100)'
  expect(await run(script, { silenceMs: 7000 })).toBe('exit 0')
})

it('stops an endless run that sends messages', async () => {
  expect(await run('setInterval(() => process.send("beat"), 100)', { limitMs: 3000 })).toMatch(/still running after/)
})
