// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { createRootRoute, createRoute, createRouter, Link, Outlet, RouterProvider } from '@tanstack/react-router'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { oneSave } from '../../tests/support/one-save.ts'
import { theme } from '../ui/theme.ts'
import { ResourceForm } from './resource-form.tsx'

const commands = { create: vi.fn(() => Promise.resolve('a1')), update: vi.fn(() => Promise.resolve()) }
const one = oneSave(commands)
const success = vi.fn()
vi.mock('../data/records/use-commands.ts', () => ({ useCommands: () => one.commands }))
vi.mock('../data/records/use-live.ts', () => ({ useLiveList: () => [], useLiveRecord: () => null }))
vi.mock('../data/records/use-references.ts', () => ({ useReferences: () => [] }))
vi.mock('../data/session/session.tsx', () => ({ useCompany: () => ({ FUSEAU: 'Europe/Paris' }) }))
vi.mock('../ui/notices/notices.tsx', () => ({
  notices: { success: (message: string) => success(message), failure: vi.fn() },
}))

const record = {
  IDADRESSE: 'a1',
  ADRESSE: '3 rue des Lilas',
  CODE_POSTAL: '69003',
  VILLE: 'Lyon',
  LATITUDE: null,
  LONGITUDE: null,
  ADRESSE_COMPLETE: '3 rue des Lilas, 69003 Lyon',
  VERSION: 1,
  sync: { state: 'synced' },
}

const stand = async (edited: typeof record | null): Promise<void> => {
  vi.stubGlobal('scrollTo', () => undefined)
  window.history.replaceState(null, '', '/')
  const root = createRootRoute({ component: Outlet })
  const before = createRoute({
    getParentRoute: () => root,
    path: '/',
    component: () => <Link to={'/formulaire' as string}>Avant</Link>,
  })
  const form = createRoute({
    getParentRoute: () => root,
    path: '/formulaire',
    component: () => (
      <ResourceForm resource="adresse" record={edited as never} back="/" fields={['ADRESSE', 'CODE_POSTAL', 'VILLE']} />
    ),
  })
  const router = createRouter({ routeTree: root.addChildren([before, form]) })
  render(
    <MantineProvider theme={theme} env="test">
      <RouterProvider router={router as never} />
    </MantineProvider>,
  )
  await userEvent.click(await screen.findByRole('link', { name: 'Avant' }))
  await screen.findByRole('button', { name: 'Enregistrer' })
}
const save = () => screen.getByRole('button', { name: 'Enregistrer' }) as HTMLButtonElement
const field = (name: RegExp) => screen.getByRole('textbox', { name })

describe('generic form', () => {
  beforeEach(() => vi.clearAllMocks())

  it('[RES-03] may be saved only when valid, and has a way back', async () => {
    await stand(null)
    expect(save().disabled).toBe(true)
    expect(screen.getByText('À compléter ou à corriger : Ville')).toBeTruthy()
    await userEvent.type(field(/Ville/), 'Lyon')
    expect(save().disabled).toBe(false)
    expect(screen.queryByText(/À compléter/)).toBeNull()
    await userEvent.type(field(/Code postal/), '69')
    await userEvent.tab()
    expect(save().disabled).toBe(true)
    expect(screen.getByText('À compléter ou à corriger : Code postal')).toBeTruthy()
    expect(screen.getByText('Veuillez entrer un code postal à 5 chiffres')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Retour' })).toBeTruthy()
  })

  it('[RES-04] says « Création Adresse réussie » and goes back', async () => {
    await stand(null)
    await userEvent.type(field(/Ville/), 'Lyon')
    await userEvent.click(save())
    expect(await screen.findByRole('link', { name: 'Avant' })).toBeTruthy()
    expect(success).toHaveBeenCalledWith('Création Adresse réussie')
    // RES-05: empty fields are not in the body.
    expect(commands.create).toHaveBeenCalledWith('adresse', { VILLE: 'Lyon' })
  })

  it('[RES-04] says « Modification Adresse réussie » and goes back, having sent only what changed', async () => {
    await stand(record)
    await userEvent.clear(field(/Code postal/))
    await userEvent.click(save())
    expect(await screen.findByRole('link', { name: 'Avant' })).toBeTruthy()
    expect(success).toHaveBeenCalledWith('Modification Adresse réussie')
    // OUT-11: with the snapshot that the form showed, where the record was empty too.
    const base = expect.objectContaining({ CODE_POSTAL: '69003', LATITUDE: null, VERSION: 1 })
    expect(commands.update).toHaveBeenCalledWith('adresse', 'a1', { CODE_POSTAL: null }, { base })
  })

  it('[RES-03] asks before it is left with changes, and not after they were undone', async () => {
    await stand(record)
    await userEvent.type(field(/Ville/), ' 3')
    await userEvent.click(screen.getByRole('button', { name: 'Retour' }))
    expect(await screen.findByRole('dialog', { name: 'Modifications non enregistrées' })).toBeTruthy()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await userEvent.type(field(/Ville/), '{Backspace}{Backspace}')
    await userEvent.click(screen.getByRole('button', { name: 'Retour' }))
    expect(await screen.findByRole('link', { name: 'Avant' })).toBeTruthy()
  })

  it('[RES-06] shows a message for a required field that was emptied', async () => {
    await stand(record)
    await userEvent.clear(field(/Ville/))
    await userEvent.tab()
    expect(screen.getByText('Ce champ est requis')).toBeTruthy()
    expect(save().disabled).toBe(true)
  })
})
