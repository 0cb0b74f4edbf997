import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { isOwnFile } from './own-file.ts'

const PORTAL = '<!doctype html><title>Wi-Fi</title><p>Connectez-vous au Wi-Fi de l’hôtel.'
const answer = (type: string, body = '', status = 200): Response =>
  new Response(body, { status, headers: { 'content-type': type } })

it.each([
  ['/assets/start-1a.js', 'application/javascript; charset=utf-8'],
  ['/browser-check.js', 'text/javascript'],
  ['/assets/start-1a.css', 'text/css; charset=utf-8'],
  ['/icon.svg', 'image/svg+xml'],
  ['/assets/communes-1a.gz', 'application/octet-stream'],
  ['/assets/france-1a.json', 'application/json'],
])('[ANSWER-4] %s as %s is accepted; a page instead, an error and a cut one are not', async (path, type) => {
  expect(await isOwnFile(path, answer(type))).toBe(true)
  expect(await isOwnFile(path, answer('text/html; charset=utf-8', PORTAL))).toBe(false)
  expect(await isOwnFile(path, answer(type, '', 206))).toBe(false)
  expect(await isOwnFile(path, answer(type, '', 500))).toBe(false)
})

it('[ANSWER-4] the app’s page is recognised by its mark; a portal’s page is not', async () => {
  const page = await readFile(new URL('../../../index.html', import.meta.url), 'utf8')
  const own = answer('text/html; charset=utf-8', page)
  expect(await isOwnFile('/index.html', own)).toBe(true)
  expect(await own.text()).toBe(page)
  expect(await isOwnFile('/index.html', answer('text/html', PORTAL))).toBe(false)
  expect(await isOwnFile('/index.html', answer('application/json', '{}'))).toBe(false)
})
