import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * From these no operating system chooses a port by itself (Linux begins at 32768, others at 49152): between this question and the start of the program
 * that gets the port, no connection and no server of another test takes it.
 */
const [FIRST, LAST] = [20_000, 32_000]

/** A free TCP port of the loopback address. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, LAST)
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(false)
      else reject(error)
    })
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
