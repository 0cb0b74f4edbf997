// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { createRootRoute, createRoute, createRouter, Outlet, RouterProvider } from '@tanstack/react-router'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { dirtyForms } from '../../data/version/dirty-forms.ts'
import { theme } from '../../ui/theme.ts'
import { NewAddress } from './new-address.tsx'

const fake = vi.hoisted(() => ({ create: vi.fn((_resource: string, _body: object) => Promise.resolve('new')) }))
vi.mock('../../data/records/use-commands.ts', () => ({ useCommands: () => fake }))
vi.mock('../map/town-choice.tsx', () => ({ TownChoice: () => null }))
vi.mock('../map/places/use-map-places.ts', () => ({ useMapPlaces: () => null }))
vi.mock('../map/map-view.tsx', () => ({ hasWebGl: () => false, MapView: () => null }))

const onMade = vi.fn()
const submitted = vi.fn()

async function stand(): Promise<void> {
  vi.stubGlobal('scrollTo', () => undefined)
  const root = createRootRoute({ component: Outlet })
  const page = () => (
    <form onSubmit={submitted}>
      <NewAddress draftKey="projet/create/chantier" onMade={onMade} />
    </form>
  )
  const routeTree = root.addChildren([createRoute({ getParentRoute: () => root, path: '/', component: page })])
  window.history.replaceState(null, '', '/')
  render(
    <MantineProvider theme={theme} env="test">
      <RouterProvider router={createRouter({ routeTree }) as never} />
    </MantineProvider>,
  )
  await screen.findAllByText('Nouvelle adresse')
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const field = (label: RegExp) => screen.findByLabelText<HTMLInputElement>(label)
async function type(label: RegExp, words: string): Promise<void> {
  await userEvent.click(await field(label))
  await userEvent.paste(words)
}

beforeEach(() => {
  vi.clearAllMocks()
  sessionStorage.clear()
})

it('[MGR-20] [RES-01] makes an address and gives it to the field, without saving the form that it stands in', async () => {
  await stand()
  await press('Nouvelle adresse')
  await type(/^Adresse/, '12 rue des Lilas')
  const add = screen.getByRole<HTMLButtonElement>('button', { name: 'Ajouter cette adresse' })
  expect(add.disabled).toBe(true)
  await type(/^Ville/, 'Nantes')
  await press('Ajouter cette adresse')
  await waitFor(() => expect(onMade).toHaveBeenCalledWith('new'))
  expect(fake.create.mock.calls).toEqual([['adresse', { ADRESSE: '12 rue des Lilas', VILLE: 'Nantes' }]])
  await waitFor(() => expect(screen.queryByLabelText(/^Ville/)).toBeNull())
  expect(submitted).not.toHaveBeenCalled()
})

it('[RES-03] asks before its words are lost; Escape on the map closes the map alone', async () => {
  await stand()
  await press('Nouvelle adresse')
  await type(/^Ville/, 'Nantes')
  await press('Choisir sur la carte')
  await screen.findByRole('textbox', { name: 'Latitude, longitude' })
  fireEvent.keyDown(document.body, { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Latitude, longitude' })).toBeNull())
  expect((await field(/^Ville/)).value).toBe('Nantes')
  expect(screen.queryByRole('dialog', { name: 'Modifications non enregistrées' })).toBeNull()
  await press('Annuler')
  await screen.findByRole('dialog', { name: 'Modifications non enregistrées' })
})

it('[PWA-02] what is written comes back after the reload of an update, with its sheet open', async () => {
  await stand()
  await press('Nouvelle adresse')
  await type(/^Ville/, 'Nantes')
  dirtyForms.saveDrafts()
  cleanup()
  await stand()
  expect((await field(/^Ville/)).value).toBe('Nantes')
})
