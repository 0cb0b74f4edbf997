import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Device, launchChromium } from '../support/chromium.ts'
import { type DemoServer, openDemoServer, SETUP } from './support/demo-server.ts'
import { LATER, see, seeTitle, waitUntilOfflineReady } from './support/people.ts'

/** The app on a phone's home screen: service worker, manifest of its company, ready offline. */

let server: DemoServer
let device: Device

beforeAll(async () => {
  server = await openDemoServer()
  device = await launchChromium({ mobile: true })
}, SETUP)

afterAll(async () => {
  try {
    await device?.close()
  } finally {
    await server?.dispose()
  }
})

it('[PWA-02] says « Application prête à fonctionner hors ligne » once, and « Fermer » closes it', async () => {
  const { page } = device
  await page.goto(`${server.web()}/login/manager`)
  const prompt = page.getByRole('status').filter({ hasText: 'Application prête à fonctionner hors ligne' })
  await prompt.waitFor({ timeout: LATER })
  await prompt.getByRole('button', { name: 'Fermer' }).click()
  await prompt.waitFor({ state: 'detached' })
  await waitUntilOfflineReady(page)
  await page.reload()
  await seeTitle(page, 'Connexion')
  expect(await prompt.count()).toBe(0)
})

it('[PWA-01] the service worker is /sw.js with the scope /, and is revalidated each time', async () => {
  const { page } = device
  const registration = await page.evaluate(async () => {
    const { scope, active } = await navigator.serviceWorker.ready
    const answer = await fetch('/sw.js')
    return {
      scope,
      script: active?.scriptURL,
      cacheControl: answer.headers.get('cache-control'),
      type: answer.headers.get('content-type'),
    }
  })
  expect(registration.scope).toBe(`${server.web()}/`)
  expect(registration.script).toBe(`${server.web()}/sw.js`)
  expect(registration.cacheControl).toBe('no-cache')
  expect(registration.type).toContain('javascript')
})

it('[PWA-02] the files came in one pack: each has the server’s bytes, type and security policy', async () => {
  const files = await device.page.evaluate(async () => {
    const hex = async (bytes: ArrayBuffer): Promise<string> =>
      [...new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))].map((byte) => byte.toString(16)).join(' ')
    const kept = await Promise.all((await caches.keys()).map((name) => caches.open(name)))
    const all = await Promise.all(
      kept.map(async (cache) =>
        Promise.all((await cache.keys()).map(async ({ url }) => [url, await cache.match(url)] as const)),
      ),
    )
    return Promise.all(
      all.flat().flatMap(async ([url, answer]) => ({
        path: new URL(url).pathname,
        // The browser sets `url` only on responses that it fetched itself: files from the pack have none.
        packed: answer?.url === '',
        type: answer?.headers.get('content-type'),
        policy: answer?.headers.get('content-security-policy'),
        hash: await hex((await answer?.arrayBuffer()) ?? new ArrayBuffer()),
      })),
    )
  })
  const hashed = files.filter(({ path }) => path.startsWith('/assets/'))
  expect(hashed.length).toBeGreaterThan(100)
  const served = hashed.map(async ({ path }) => {
    const answer = await fetch(`${server.url}${path}`)
    const hash = createHash('sha256')
      .update(new Uint8Array(await answer.arrayBuffer()))
      .digest()
    return {
      path,
      packed: true,
      type: answer.headers.get('content-type'),
      policy: answer.headers.get('content-security-policy'),
      hash: [...hash].map((byte) => byte.toString(16)).join(' '),
    }
  })
  expect(hashed).toEqual(await Promise.all(served))
})

it.each([
  { company: 'demo', name: 'Habitat Démo' },
  { company: 'autre', name: 'Autre Maison' },
])('[PWA-01] the manifest of « $company » is French, in its name and colour, with icons that decode', async (host) => {
  const page = await device.newTab()
  await page.goto(`${server.web(host.company)}/login/manager`)
  const { manifest, color, icons } = await page.evaluate(async () => {
    const link = document.querySelector<HTMLLinkElement>('link[rel=manifest]')
    const manifest = await (await fetch(link?.href ?? '')).json()
    const { data } = await (await fetch('/api/lolapp/start')).json()
    const icons: { src: string; sizes: string; purpose: string }[] = manifest.icons
    const sizes = await Promise.all(
      icons.map(async ({ src }) => {
        const image = new Image()
        image.src = src
        await image.decode()
        return `${image.naturalWidth}x${image.naturalHeight}`
      }),
    )
    return { manifest, color: data.COLOR, icons: icons.map((icon, i) => ({ ...icon, real: sizes[i] })) }
  })
  expect(manifest).toMatchObject({
    lang: 'fr',
    scope: '/',
    start_url: '/',
    display: 'standalone',
    short_name: host.name,
    theme_color: color,
  })
  expect(manifest.name).toContain(host.name)
  for (const icon of icons) expect(icon.real).toBe(icon.sizes)
  expect(icons.map((icon) => `${icon.sizes} ${icon.purpose}`)).toEqual(
    expect.arrayContaining(['192x192 any', '512x512 any', '512x512 maskable']),
  )
  await page.close()
})

it('[PWA-01] the browser finds no obstacle to installing it', async () => {
  const cdp = await device.context.newCDPSession(device.page)
  const { installabilityErrors } = await cdp.send('Page.getInstallabilityErrors')
  expect(installabilityErrors).toEqual([])
})

it('[PWA-01] an address that was never opened works offline', async () => {
  const { page } = device
  await device.setOffline(true)
  await page.goto(`${server.web()}/confidentialite`)
  await see(page, 'Responsable du traitement')
  await device.setOffline(false)
})
