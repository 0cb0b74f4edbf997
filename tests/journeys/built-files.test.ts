import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { launchBrowser } from '../support/chromium.ts'
import { webAppFolder } from '../support/web-app.ts'

/** What a page asks for while it runs. */
const ASKED = /\bimport\([`"']\.\/([^`"']+\.js)[`"']\)/g

it('each file that a page asks for may be the first to arrive', async () => {
  const folder = join(webAppFolder(), 'assets')
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'))
  const asked = new Set(
    scripts.flatMap((name) =>
      [...readFileSync(join(folder, name), 'utf8').matchAll(ASKED)].map(([, to]) => String(to)),
    ),
  )
  expect(asked.size).toBeGreaterThan(100)
  const site = createServer(({ url = '' }, response) => {
    const name = url.replace('/assets/', '')
    const isScript = scripts.includes(name)
    response.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html' })
    response.end(isScript ? readFileSync(join(folder, name)) : '<!doctype html>')
  })
  await new Promise<void>((done) => site.listen(0, '127.0.0.1', done))
  onTestFinished(() => void site.close())
  const browser = await launchBrowser()
  onTestFinished(() => browser.close())
  const page = await browser.newPage()
  const failed: string[] = []
  for (const name of asked) {
    // Two files that import each other are run in an order that depends on which of them was first: the later one's values are missing in the other.
    await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`)
    // As text: Vitest would make its own import of it.
    const error: unknown = await page.evaluate(`import('/assets/${name}').then(() => null, String)`)
    if (error !== null) failed.push(`${name}: ${error}`)
  }
  expect(failed).toEqual([])
})
