// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { MantineProvider } from '@mantine/core'
import { createRootRoute, createRoute, createRouter, Link, Outlet, RouterProvider } from '@tanstack/react-router'
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Stamp, Values } from '../../schemas/merge.ts'
import type { Device } from '../../tests/support/device-steps.ts'
import { FakeServer } from '../../tests/support/fake-server.ts'
import { openDevice } from '../../tests/support/local-device.ts'
import { dirtyForms } from '../data/version/dirty-forms.ts'
import { theme } from '../ui/theme.ts'
import { ResourceForm } from './resource-form.tsx'
import { useFormRecord } from './use-form-record.ts'

/** The product's own form over a real local database, open while its record changes. */

const held: { device?: Device; data?: Pick<Device, 'db'> } = {}
vi.mock('../data/database/local-data-provider.tsx', () => ({ useLocalData: () => held.data }))
vi.mock('../data/records/use-commands.ts', () => ({ useCommands: () => held.device?.commands }))
vi.mock('../data/records/use-references.ts', () => ({ useReferences: () => [] }))
vi.mock('../data/session/session.tsx', () => ({ useCompany: () => ({ FUSEAU: 'Europe/Paris' }) }))
const failure = vi.fn()
vi.mock('../ui/notices/notices.tsx', () => ({
  notices: { success: vi.fn(), failure: (error: unknown) => failure(error) },
}))

let server: FakeServer
const line = () => server.transport()
const device = (): Device => held.device as Device

beforeEach(async () => {
  vi.clearAllMocks()
  sessionStorage.clear()
  server = new FakeServer()
  held.device = await openDevice()
  held.data = { db: held.device.db }
  server.put('adresse', { IDADRESSE: 'a1', ADRESSE: '3 rue des Lilas', CODE_POSTAL: '69003', VILLE: 'Lyon' })
  server.put('client', { IDCLIENT: 'c1', NOM: 'Durand', PRENOM: 'Zoé', OBSERVATIONS: 'Sonner' })
  await device().pull(line())
})
afterEach(async () => {
  cleanup()
  await device().close()
})

const Adresse = () => {
  const { record, gone } = useFormRecord('adresse', 'a1')
  return record ? (
    <ResourceForm
      resource="adresse"
      record={record}
      gone={gone}
      back="/"
      fields={['ADRESSE', 'CODE_POSTAL', 'VILLE']}
    />
  ) : (
    <p>Introuvable</p>
  )
}
const Client = () => {
  const { record, gone } = useFormRecord('client', 'c1')
  return record ? (
    <ResourceForm resource="client" record={record} gone={gone} back="/" fields={['NOM', 'PRENOM', 'OBSERVATIONS']} />
  ) : (
    <p>Introuvable</p>
  )
}

async function stand(Form: () => React.ReactNode): Promise<void> {
  vi.stubGlobal('scrollTo', () => undefined)
  window.history.replaceState(null, '', '/')
  const root = createRootRoute({ component: Outlet })
  const before = createRoute({
    getParentRoute: () => root,
    path: '/',
    component: () => <Link to={'/formulaire' as string}>Avant</Link>,
  })
  const form = createRoute({ getParentRoute: () => root, path: '/formulaire', component: Form })
  const router = createRouter({ routeTree: root.addChildren([before, form]) })
  render(
    <MantineProvider theme={theme} env="test">
      <RouterProvider router={router as never} />
    </MantineProvider>,
  )
  await userEvent.click(await screen.findByRole('link', { name: 'Avant' }))
  await screen.findByRole('button', { name: 'Enregistrer' })
}

/** A colleague's edit that this device receives while the form is open. */
async function colleague(resource: 'adresse' | 'client', id: string, values: Values): Promise<void> {
  const row = server.rows.get(id)
  const version = (row?.version ?? 0) + 1
  const stamp: Stamp = [version, 'colin-000000000000', 'colin', version]
  const units = resource === 'adresse' ? ['adresse'] : Object.keys(values)
  const stamps = { ...row?.stamps, ...Object.fromEntries(units.map((unit) => [unit, stamp])) }
  server.put(resource, { ...row?.record, ...values }, { version, stamps })
  await act(() => device().pull(line(), [resource]))
}
const field = (name: RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name })
const type = async (name: RegExp, words: string): Promise<void> => {
  await userEvent.clear(field(name))
  await userEvent.paste(words)
}
const save = async (): Promise<void> => {
  await userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }))
  await screen.findByRole('link', { name: 'Avant' })
  expect(failure).not.toHaveBeenCalled()
}

describe('a form that is open when its record changes', () => {
  it('[OUT-11] shows at once a colleague’s edit of a field that its user has not touched, and does not send it', async () => {
    await stand(Client)
    await type(/^Nom/, 'Dupond')
    await colleague('client', 'c1', { PRENOM: 'Chloé' })
    await waitFor(() => expect(field(/Prénom/).value).toBe('Chloé'))
    expect(field(/^Nom/).value).toBe('Dupond')
    expect(screen.queryByText(/Modifié par/)).toBeNull()
    await save()
    expect(await device().entries()).toMatchObject([{ patch: { NOM: 'Dupond' }, base: { NOM: 'Durand' } }])
  })

  it('[OUT-11] says who changed the field that the user is changing; keeping mine is a choice and no conflict', async () => {
    await stand(Client)
    await type(/Prénom/, 'Zoëlle')
    await colleague('client', 'c1', { PRENOM: 'Chloé' })
    const notice = await screen.findByRole('group', { name: /Prénom/ })
    expect(within(notice).getByText(/Modifié par un collègue à l'instant/)).toBeTruthy()
    expect(within(notice).getByText('Chloé')).toBeTruthy()
    expect(screen.getByRole('status').textContent).toContain('Modifié pendant votre saisie : Prénom.')
    await userEvent.click(within(notice).getByRole('button', { name: /Garder ma saisie/ }))
    expect(screen.queryByText(/Modifié par/)).toBeNull()
    expect(document.activeElement).toBe(field(/Prénom/))
    await save()
    expect(await device().entries()).toMatchObject([{ base: { PRENOM: 'Chloé' }, seen: 2, counter: 3 }])
    await device().push(line())
    expect(server.rows.get('c1')?.record.PRENOM).toBe('Zoëlle')
  })

  it('[OUT-11] takes theirs in one tap, and has nothing more to send', async () => {
    await stand(Client)
    await type(/Prénom/, 'Zoëlle')
    await colleague('client', 'c1', { PRENOM: 'Chloé' })
    await userEvent.click(await screen.findByRole('button', { name: /Prendre cette version/ }))
    expect(field(/Prénom/).value).toBe('Chloé')
    await save()
    expect(await device().entries()).toEqual([])
  })

  it('[OUT-11] [I9] saved without a choice, it sends the snapshot of its opening: the server keeps both', async () => {
    await stand(Client)
    await type(/Prénom/, 'Zoëlle')
    await colleague('client', 'c1', { PRENOM: 'Chloé' })
    await screen.findByText(/Modifié par un collègue/)
    await save()
    expect(await device().entries()).toMatchObject([{ base: { PRENOM: 'Zoé' } }])
    const lost: unknown[] = []
    const transport = line()
    await device().push({
      ...transport,
      call: async (call) => {
        const answer = await transport.call(call)
        lost.push(...((answer.body as { conflits?: { PERDU: Values }[] } | null)?.conflits ?? []).map((c) => c.PERDU))
        return answer
      },
    })
    expect(lost).toEqual([{ PRENOM: 'Chloé' }])
    expect(server.rows.get('c1')?.record.PRENOM).toBe('Zoëlle')
  })

  it('[OUT-11] an address changes as a whole: when each has changed a half, there is one question', async () => {
    await stand(Adresse)
    await type(/^Adresse/, '5 rue des Lilas')
    await colleague('adresse', 'a1', { CODE_POSTAL: '38000', VILLE: 'Grenoble' })
    const notice = await screen.findByRole('group', { name: /^Adresse/ })
    expect(field(/Ville/).value).toBe('Lyon')
    expect(within(notice).getByText('Grenoble')).toBeTruthy()
    await userEvent.click(within(notice).getByRole('button', { name: /Prendre cette version/ }))
    expect([field(/^Adresse/).value, field(/Ville/).value]).toEqual(['3 rue des Lilas', 'Grenoble'])
  })

  it('[OUT-11] says that the record was deleted, keeps the typed values, and sends them on request', async () => {
    await stand(Client)
    await type(/Prénom/, 'Zoëlle')
    server.remove('c1')
    await act(() => device().pull(line(), ['client']))
    await waitFor(() => expect(screen.getByRole('status').textContent).toContain('a été supprimée'))
    expect(field(/Prénom/).value).toBe('Zoëlle')
    await save()
    expect(await device().entries()).toMatchObject([{ patch: { PRENOM: 'Zoëlle' }, base: { PRENOM: 'Zoé' }, seen: 1 }])
  })

  it('[OUT-11] [PWA-02] restored after a reload, edits only the fields that its user had typed', async () => {
    await stand(Client)
    await type(/^Nom/, 'Dupond')
    dirtyForms.saveDrafts()
    cleanup()
    await colleague('client', 'c1', { OBSERVATIONS: 'Code 4B7', PRENOM: 'Chloé' })
    await stand(Client)
    await waitFor(() => expect(field(/^Nom/).value).toBe('Dupond'))
    expect([field(/Prénom/).value, field(/Observations/).value]).toEqual(['Chloé', 'Code 4B7'])
    await save()
    const [entry] = await device().entries()
    expect(entry).toMatchObject({ patch: { NOM: 'Dupond' }, base: { NOM: 'Durand' } })
    expect(Object.keys(entry?.patch ?? {})).toEqual(['NOM'])
  })

  it('[OUT-11] my own edit of the same field in another window is shown as mine', async () => {
    await stand(Client)
    await type(/Prénom/, 'Zoëlle')
    await act(() => device().commands.update('client', 'c1', { PRENOM: 'Chien' }))
    expect(await screen.findByText(/Modifié par vous dans une autre fenêtre/)).toBeTruthy()
  })
})
