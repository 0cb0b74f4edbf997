import { spawn } from 'node:child_process'
import { expect, it } from 'vitest'

/** A process whose start is `body`; it gets SIGTERM once it has printed « signal ». */
async function endOf(body: string): Promise<{ said: string; ending: unknown }> {
  const program = `import { untilSignal } from './server/lifetime.ts'
    const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
    const never = () => new Promise(() => undefined)
    // A server keeps its process alive.
    const alive = setInterval(() => undefined, 1000)
    ${body}`
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program])
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data: Buffer) => {
      said += data
      if (String(data).includes('signal')) child.kill('SIGTERM')
    })
  const ending = await new Promise((resolve) => child.once('close', (code, signal) => resolve(signal ?? code)))
  return { said, ending }
}

it('a signal during the start lets the present step end, starts nothing more and closes what is open', async () => {
  const { said, ending } = await endOf(`await untilSignal(async (life) => {
    life.closes(async () => console.log('first closed'))
    console.log('signal')
    while (!life.ending.aborted) await wait(5)
    await wait(20)
    life.closes(async () => console.log('second closed'))
    console.log('served')
  })`)
  expect([said, ending]).toEqual(['signal\nsecond closed\nfirst closed\n', 0])
})

it('a part that does not close does not delay the end of the process, and is reported', async () => {
  const { said, ending } = await endOf(`await untilSignal(async (life) => {
    life.closes(never)
    console.log('signal')
  }, { longestMs: 50 })`)
  expect([said, ending]).toEqual(["signal\nArrêt forcé : l'arrêt dure trop longtemps.\n", 1])
})

it('an error of the start itself is thrown to its caller', async () => {
  const { said, ending } = await endOf(`await untilSignal(async () => {
    throw new Error('port')
  }).catch(({ message }) => console.log('failed:', message))
  clearInterval(alive)`)
  expect([said, ending]).toEqual(['failed: port\n', 0])
})
