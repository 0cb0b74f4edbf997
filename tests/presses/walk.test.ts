import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Device, launchChromium } from '../support/chromium.ts'
import { type Walked, walk } from './walk.ts'

/** The walk finds what it is made to find: each kind of fault stands on a small site, beside controls that are as they should be. */

const RECORD = '019b8d2b-8c00-77b4-a4f6-bc51ba38df'
const SITE: Readonly<Record<string, string>> = {
  '/manager': `<h1>Accueil</h1>
    <button>Mort</button>
    <button onclick="document.title = 'x'; this.dataset.on = '1'">Vivant</button>
    <button onclick="this.ariaBusy = true; setTimeout(() => this.removeAttribute('aria-busy'))">Passager</button>
    <button aria-pressed="true">Déjà choisi</button>
    <button onclick="location.href = '/sortie'">Effacer cet appareil</button>
    <button onclick="this.dataset.on = '1'; throw new Error('boum')">Casse</button>
    <div style="position: relative"><button onclick="this.remove()">Couvert</button><div style="position: absolute; inset: 0"></div></div>
    <ul><li><button onclick="this.textContent += '.'">Ligne</button></li><li><button>Ligne</button></li></ul>
    <button onclick="document.querySelector('[role=dialog]').hidden = false">Ouvrir</button>
    <div role="dialog" hidden><button>Mort dans le dialogue</button><button onclick="this.parentElement.hidden = true">Fermer</button></div>
    <a href="/manager/client/${RECORD}01">Client</a><a href="/manager/client/${RECORD}02">Client</a><a href="/space">Ailleurs</a>`,
  [`/manager/client/${RECORD}01`]: '<h1>Client</h1><p>Bonjour undefined</p>',
  [`/manager/client/${RECORD}02`]: '<h1>Client</h1><p>Solde : NaN €</p>',
  '/space': '<h1>Espace</h1><p>null</p>',
  '/login/manager': '<h1>Connexion</h1><button>Mort ici</button>',
}

/** A press has ended the session. */
let isOut = false
let entered = 0
const site = createServer((request, response) => {
  if (request.url === '/sortie') isOut = true
  if (isOut && request.url !== '/login/manager') {
    response.writeHead(302, { location: '/login/manager' }).end()
    return
  }
  const body = SITE[request.url ?? '']
  response.writeHead(body ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' }).end(`<body>${body ?? ''}`)
})
let device: Device
let found: Walked

beforeAll(async () => {
  await new Promise<void>((done) => site.listen(0, '127.0.0.1', done))
  device = await launchChromium({ mobile: true })
  const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  found = await walk({
    device,
    origin,
    start: '/manager',
    alone: false,
    pictures: 'test-results/presses/site',
    say: () => undefined,
    enter: async () => {
      isOut = false
      entered++
    },
  })
  device.expectError(/boum/)
}, 300_000)
afterAll(async () => {
  await device?.close()
  site.close()
})

it('tells a control that does nothing, one that is covered, an error that nothing catches, and a missing value', () => {
  expect([...found.faults].sort()).toEqual([
    expect.stringMatching(/^\/manager, after « Casse »: .*boum/),
    expect.stringMatching(/^\/manager, « Ouvrir »: « Mort dans le dialogue » does nothing$/),
    expect.stringMatching(/^\/manager\/client\/.*: shows « Bonjour undefined »$/),
    expect.stringMatching(/^\/manager: « Couvert » cannot be pressed: /),
    '/manager: « Mort » does nothing',
  ])
})

it('opens one record of a kind, presses one row of a list, stays in its area, and enters again where a press has ended the session', () => {
  expect(found.addresses).toBe(2)
  // Eight of the page, and two of its dialog.
  expect(found.presses).toBe(10)
  expect(entered).toBe(1)
})
