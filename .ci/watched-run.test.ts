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

it('stops a run of which nothing is heard, also one that gives its process no rest', async () => {
  expect(await run('process.send("beat"); for (;;);', { silenceMs: 3000 })).toMatch(/^stopped: no test ended/)
})

it('leaves a run alone of which something is heard, however long it lasts', async () => {
  const script =
    'let n = 0; const t = setInterval(() => { process.send("beat"); if (++n === 40) clearInterval(t) }, 100)'
  expect(await run(`${script}; setTimeout(() => process.disconnect(), 4500)`, { silenceMs: 3500 })).toBe('exit 0')
})

it('stops a run that is talkative and endless', async () => {
  expect(await run('setInterval(() => process.send("beat"), 100)', { limitMs: 3000 })).toMatch(/still running after/)
})
