// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { createRootRoute, createRoute, createRouter, Link, Outlet, RouterProvider } from '@tanstack/react-router'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { dirtyForms } from '../data/version/dirty-forms.ts'
import { theme } from '../ui/theme.ts'
import { FormSheet } from './form-sheet.tsx'
import { useFormEngine } from './use-form-engine.ts'

const saved = vi.fn()
const validate = () => ({})

function Note({ onClose }: { onClose: () => void }) {
  const engine = useFormEngine({ values: { words: '' }, validate })
  const { words } = engine.values
  const save = async (): Promise<boolean> => {
    saved(words)
    engine.markSaved()
    onClose()
    return true
  }
  return (
    <FormSheet engine={engine} draftKey="note/1" title="Note" canSave={words !== ''} save={save} onClose={onClose}>
      {(close) => (
        <>
          <input aria-label="Texte" {...engine.form.getInputProps('words')} />
          <button type="button" onClick={close}>
            Annuler
          </button>
          <Link to={'/ailleurs' as string}>Ailleurs</Link>
        </>
      )}
    </FormSheet>
  )
}

function Page() {
  const [opened, setOpened] = useState(true)
  return opened ? <Note onClose={() => setOpened(false)} /> : <p>Fermé</p>
}

async function open(): Promise<HTMLInputElement> {
  vi.stubGlobal('scrollTo', () => undefined)
  window.history.replaceState(null, '', '/')
  const root = createRootRoute({ component: Outlet })
  const page = createRoute({ getParentRoute: () => root, path: '/', component: Page })
  const away = createRoute({ getParentRoute: () => root, path: '/ailleurs', component: () => <p>Parti</p> })
  const router = createRouter({ routeTree: root.addChildren([page, away]) })
  render(
    <MantineProvider theme={theme} env="test">
      <RouterProvider router={router as never} />
    </MantineProvider>,
  )
  return screen.findByLabelText<HTMLInputElement>('Texte')
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const asked = () => screen.findByRole('dialog', { name: 'Modifications non enregistrées' })
const leavings: Record<string, () => Promise<void>> = {
  Annuler: () => press('Annuler'),
  'the cross': () => press('Fermer'),
  Escape: async () => void (await userEvent.keyboard('{Escape}')),
  'a link': () => userEvent.click(screen.getByRole('link', { name: 'Ailleurs' })),
}

beforeEach(() => {
  vi.clearAllMocks()
  sessionStorage.clear()
})

it.each(Object.entries(leavings))('[RES-03] %s asks before typed words are lost', async (_, leave) => {
  const input = await open()
  await userEvent.type(input, 'Portail à reprendre')
  await leave()
  await asked()
  await press('Continuer la saisie')
  await waitFor(() => expect(screen.queryByText('Vos modifications ne sont pas enregistrées.')).toBeNull())
  expect(input.value).toBe('Portail à reprendre')
  await leave()
  await asked()
  await press('Quitter sans enregistrer')
  expect(await screen.findByText(/Fermé|Parti/)).toBeTruthy()
  expect(saved).not.toHaveBeenCalled()
})

it.each(Object.entries(leavings))('[RES-03] %s saves and leaves, when asked to', async (_, leave) => {
  await userEvent.type(await open(), 'Portail')
  await leave()
  await asked()
  await press('Enregistrer')
  expect(await screen.findByText(/Fermé|Parti/)).toBeTruthy()
  expect(saved.mock.calls).toEqual([['Portail']])
})

it('an empty sheet closes without a question', async () => {
  await open()
  await press('Annuler')
  expect(await screen.findByText('Fermé')).toBeTruthy()
})

it('[PWA-02] its words outlast the reload of an update', async () => {
  await userEvent.type(await open(), 'Portail')
  expect(dirtyForms.wouldAsk()).toBe(true)
  dirtyForms.saveDrafts()
  expect(dirtyForms.takeDraft('note/1')).toMatchObject({ values: { words: 'Portail' } })
})
