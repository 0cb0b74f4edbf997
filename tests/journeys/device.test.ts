import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchChromium, screenshot } from '../support/chromium.ts'
import { eventually } from './support/people.ts'

let server: Server
let url: string

beforeAll(async () => {
  server = createServer((incoming, response) => {
    const csp = incoming.url === '/csp' ? { 'content-security-policy': "default-src 'self'" } : {}
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...csp })
    response.end(
      `<!doctype html><meta name=viewport content="width=device-width"><title>${incoming.headers.host}</title><script>window.ran = true</script>`,
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://demo.localhost:${(server.address() as AddressInfo).port}`
})

afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

it('is a French device that reaches a company by its host, takes pictures and keeps its profile', async () => {
  const profileDir = await mkdtemp(join(tmpdir(), 'lolapp-test-'))
  try {
    const first = await launchChromium({ profileDir, mobile: true })
    await first.page.goto(url)
    expect(await first.page.title()).toContain('demo.localhost')
    const device = await first.page.evaluate(() => {
      localStorage.setItem('kept', 'yes')
      const { locale, timeZone } = Intl.DateTimeFormat().resolvedOptions()
      return { locale, timeZone, width: innerWidth, secure: isSecureContext, touch: navigator.maxTouchPoints > 0 }
    })
    expect(device).toEqual({ locale: 'fr-FR', timeZone: 'Europe/Paris', width: 390, secure: true, touch: true })
    expect(existsSync(await screenshot(first.page, 'support-check'))).toBe(true)
    await first.close()

    const second = await launchChromium({ profileDir, dark: true })
    await second.page.goto(url)
    expect(await second.page.evaluate(() => localStorage.getItem('kept'))).toBe('yes')
    expect(await second.page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)).toBe(true)
    await second.setOffline(true)
    await expect(second.page.goto(url)).rejects.toThrow('ERR_INTERNET_DISCONNECTED')
    await second.close()
  } finally {
    await rm(profileDir, { recursive: true, force: true, maxRetries: 3 })
  }
})

it('closing it fails the test when a page threw or broke its policy, unless that was expected', async () => {
  const device = await launchChromium()
  await device.page.goto(url)
  await device.page.evaluate(() => {
    setTimeout(() => {
      throw new Error('expected to break')
    })
  })
  await eventually(() => device.errors.length).toBe(1)
  device.expectError(/expected to break/)
  expect(() => device.expectError(/another one/)).toThrow('there is none')
  await device.page.goto(`${url}/csp`)
  await eventually(() => device.errors.length).toBe(1)
  await expect(device.close()).rejects.toThrow('Content Security Policy')
})
