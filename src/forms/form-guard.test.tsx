// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { createRootRoute, createRoute, createRouter, Link, Outlet, RouterProvider } from '@tanstack/react-router'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { dirtyForms } from '../data/version/dirty-forms.ts'
import { leavingText } from '../text/leaving.ts'
import { theme } from '../ui/theme.ts'
import { FormGuard, useDraft } from './form-guard.tsx'
import { LostPictures } from './lost-pictures.tsx'

const save = vi.fn(() => Promise.resolve(true))

function Form({ canSave, unkept }: { canSave: boolean; unkept: boolean }) {
  const [name, setName] = useState('Durand')
  const isDirty = (): boolean => name !== 'Durand'
  const lost = useDraft('client/1', {
    isDirty,
    unkept: () => unkept,
    getValues: () => ({ name }),
    setValues: (values: { name: string }) => setName(values.name),
  })
  return (
    <>
      <LostPictures lost={lost} />
      <input aria-label="Nom" value={name} onChange={(event) => setName(event.currentTarget.value)} />
      <FormGuard isDirty={isDirty} unkept={() => unkept} canSave={canSave} save={save} />
      <Link to={'/ailleurs' as string}>Ailleurs</Link>
    </>
  )
}

const stand = async ({ canSave = true, unkept = false } = {}): Promise<void> => {
  vi.stubGlobal('scrollTo', () => undefined)
  window.history.replaceState(null, '', '/')
  const root = createRootRoute({ component: Outlet })
  const form = createRoute({
    getParentRoute: () => root,
    path: '/',
    component: () => <Form canSave={canSave} unkept={unkept} />,
  })
  const away = createRoute({ getParentRoute: () => root, path: '/ailleurs', component: () => <p>Parti</p> })
  const router = createRouter({ routeTree: root.addChildren([form, away]) })
  render(
    <MantineProvider theme={theme} env="test">
      <RouterProvider router={router as never} />
    </MantineProvider>,
  )
  await screen.findByLabelText('Nom')
}
const leave = () => userEvent.click(screen.getByRole('link', { name: 'Ailleurs' }))
const dialog = () => screen.findByRole('dialog', { name: 'Modifications non enregistrées' })

describe('leaving a form', () => {
  beforeEach(() => {
    vi.clearAllMocks()
    sessionStorage.clear()
  })

  it('[RES-03] an unchanged form is left without a question', async () => {
    await stand()
    await leave()
    expect(await screen.findByText('Parti')).toBeTruthy()
  })

  it('[RES-03] a changed form asks; « Quitter sans enregistrer » leaves and saves nothing', async () => {
    await stand()
    await userEvent.type(screen.getByLabelText('Nom'), 'd')
    await leave()
    await dialog()
    await userEvent.click(screen.getByRole('button', { name: 'Quitter sans enregistrer' }))
    expect(await screen.findByText('Parti')).toBeTruthy()
    expect(save).not.toHaveBeenCalled()
  })

  it('[RES-03] « Enregistrer » saves, then leaves', async () => {
    await stand()
    await userEvent.type(screen.getByLabelText('Nom'), 'd')
    await leave()
    await dialog()
    await userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }))
    expect(await screen.findByText('Parti')).toBeTruthy()
    expect(save).toHaveBeenCalledOnce()
  })

  it.each([true, false])(
    '[RES-03] a question that the save asks is alone on screen; it leads on: %s',
    async (goesOn) => {
      let answer = (_saved: boolean): void => undefined
      save.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)))
      await stand()
      await userEvent.type(screen.getByLabelText('Nom'), 'd')
      await leave()
      await dialog()
      await userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      expect(screen.queryByText('Parti')).toBeNull()
      await act(async () => answer(goesOn))
      if (goesOn) expect(await screen.findByText('Parti')).toBeTruthy()
      else {
        expect(screen.queryByRole('dialog')).toBeNull()
        // Asked again when it is left again.
        await leave()
        await dialog()
      }
    },
  )

  it('[RES-03] an invalid form cannot be saved from the dialog; closing it returns to the form', async () => {
    await stand({ canSave: false })
    await userEvent.type(screen.getByLabelText('Nom'), 'd')
    await leave()
    await dialog()
    expect(screen.getByRole('button', { name: 'Enregistrer' }).hasAttribute('disabled')).toBe(true)
    await userEvent.click(screen.getByRole('button', { name: 'Continuer la saisie' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.getByLabelText<HTMLInputElement>('Nom').value).toBe('Durandd')
  })

  it('[RES-03] the browser warns too when the tab closes on a changed form', async () => {
    await stand()
    const warned = (): boolean => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
    expect(warned()).toBe(false)
    await userEvent.type(screen.getByLabelText('Nom'), 'd')
    expect(warned()).toBe(true)
  })

  it('[PWA-02] the draft of a dirty form is restored after the reload of an update, which no warning stops', async () => {
    await stand()
    await userEvent.type(screen.getByLabelText('Nom'), 'd')
    dirtyForms.saveDrafts()
    expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(true)
    cleanup()
    await stand()
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Nom').value).toBe('Durandd'))
  })

  it('[PWA-02] what no draft keeps is not lost without a question: the browser asks before the reload of an update', async () => {
    await stand({ unkept: true })
    await userEvent.type(screen.getByLabelText('Nom'), 'd')
    dirtyForms.saveDrafts()
    expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false)
  })

  it('[RES-03] a tab that the phone ends while it is hidden finds what was typed, and says that pictures are to be added again', async () => {
    await stand({ unkept: true })
    await userEvent.type(screen.getByLabelText('Nom'), 'd')
    Object.defineProperty(document, 'hidden', { value: true, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
    // An ended page closes no form: what it has stored stays.
    const kept = { ...sessionStorage }
    expect(Object.keys(kept)).toHaveLength(1)
    cleanup()
    Object.assign(sessionStorage, kept)
    Object.defineProperty(document, 'hidden', { value: false, configurable: true })
    await stand()
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Nom').value).toBe('Durandd'))
    expect(screen.getByRole('status').textContent).toBe(leavingText.unsaved.lostPictures)
    expect(sessionStorage).toHaveLength(0)
  })

  it('[RES-03] a form that stays because its person refused that reload is guarded as before', async () => {
    await stand()
    await userEvent.type(screen.getByLabelText('Nom'), 'd')
    dirtyForms.saveDrafts()
    await leave()
    expect((await dialog()).isConnected).toBe(true)
  })
})
