import { afterEach, expect, it } from 'vitest'
import type { Device } from '../../tests/support/device-steps.ts'
import { openDevice } from '../../tests/support/local-device.ts'
import { isNewHere, keepKey, noteLeft, withKeyring } from './accounts.ts'
import { sealOthers } from './seal.ts'

const identityOf = (person: string) => ({ companyId: 'demo', account: `personnel:${person}`, impersonator: '' })
const logIn = (person: string) => keepKey(identityOf(person), new Uint8Array(32).fill(1))
let device: Device | undefined
afterEach(() => device?.close())

async function logOut(person: string): Promise<void> {
  await device?.close()
  device = undefined
  await noteLeft(identityOf(person))
  await sealOthers(null)
}

it('[PULL-8] [I2] a phone is new to an account until its local database is opened, and again once all of it was sent and removed', async () => {
  expect(await isNewHere(identityOf('p1'))).toBe(true)
  await logIn('p1')
  expect(await isNewHere(identityOf('p1'))).toBe(true)
  device = await openDevice('p1')
  expect(await isNewHere(identityOf('p1'))).toBe(false)
  // The name of one begins as that of the other does.
  expect([await isNewHere(identityOf('p')), await isNewHere(identityOf('p11'))]).toEqual([true, true])
  await logOut('p1')
  expect(await isNewHere(identityOf('p1'))).toBe(true)
})

it('[PULL-8] [I2] it is not while a sealed pack waits for the login that unseals it', async () => {
  await logIn('p2')
  device = await openDevice('p2')
  await device.commands.create('client', { NOM: 'Pas envoyé' })
  await logOut('p2')
  expect(await withKeyring(({ accounts }) => accounts.count())).toBeGreaterThan(0)
  expect(await isNewHere(identityOf('p2'))).toBe(false)
  await logIn('p2')
  expect(await isNewHere(identityOf('p2'))).toBe(false)
  device = await openDevice('p2')
  expect(await isNewHere(identityOf('p2'))).toBe(false)
})
