import { existsSync } from 'node:fs'
import { afterEach, expect, it } from 'vitest'
import { type ServerOptions, type ServerProcess, startServer } from './server-process.ts'

const SMALL: ServerOptions = { entry: 'tests/support/fixtures/small-server.ts', webDir: 'first' }

let server: ServerProcess | undefined

afterEach(() => server?.dispose())

const answer = async (): Promise<unknown> => (await fetch(`${server?.url}/api/health`)).json()

it('comes back on the same port and data after a stop and after a kill', async () => {
  server = await startServer(SMALL)
  expect(await answer()).toEqual({ starts: '+', WEB_DIR: 'first', NODE_ENV: '', GREETING: '' })
  await server.stop()
  expect(server.output()).toBe('stopped in order\n')
  await expect(answer()).rejects.toThrow()
  await server.start({ webDir: 'second', env: { GREETING: 'bonjour' } })
  expect(await answer()).toEqual({ starts: '++', WEB_DIR: 'second', NODE_ENV: '', GREETING: 'bonjour' })
  await server.kill()
  await expect(answer()).rejects.toThrow()
  expect(server.output()).toBe('stopped in order\n')
  await server.start()
  expect(await answer()).toMatchObject({ starts: '+++' })
  expect(server.urlFor('demo')).toBe(`http://demo.localhost:${server.port}`)
})

it('leaves nothing behind', async () => {
  server = await startServer(SMALL)
  await server.dispose()
  expect(existsSync(server.dataDir)).toBe(false)
  await expect(answer()).rejects.toThrow()
})

it('fails at once, with the output of the server, when it ended instead of answering', async () => {
  await expect(startServer({ ...SMALL, env: { REFUSE: 'yes' } })).rejects.toThrow('the port is taken')
})
