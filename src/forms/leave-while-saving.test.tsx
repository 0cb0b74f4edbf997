// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type RoutedPages, showPages } from '../../tests/support/routed-pages.tsx'
import { Sheet } from '../ui/page/sheet.tsx'
import { FormFrame } from './form-frame.tsx'
import { FormGuard } from './form-guard.tsx'

/** « Précédent » while a save is at work: one step back in the end, and no question about words that are being saved. */

vi.mock('../ui/page/page-header.tsx', () => ({ PageHeader: () => null }))

let answer: (saved: boolean) => void
let pages: RoutedPages
const slowSave = () => new Promise<boolean>((resolve) => (answer = resolve))

let withSheet = false

function PageForm() {
  const [dirty] = useState({ is: true })
  const [sheet, setSheet] = useState(withSheet)
  const form = {
    mode: 'update' as const,
    valid: true,
    issues: {},
    isDirty: () => dirty.is,
    markSaved: () => {
      dirty.is = false
    },
    touchAll: () => undefined,
  }
  return (
    <FormFrame form={form} title="Client" entityTitle="Client" back="/liste" onSave={slowSave}>
      <p>Formulaire</p>
      <Sheet opened={sheet} onClose={() => setSheet(false)} title="Tarifs">
        <p>Articles</p>
      </Sheet>
    </FormFrame>
  )
}

/** A sheet whose save closes it, and that does not say that it saves. */
function SheetForm() {
  const [open, setOpen] = useState(true)
  return (
    <>
      <p>Fiche avec volet</p>
      {open ? <FormGuard isDirty={() => true} canSave save={slowSave} /> : null}
      <button type="button" onClick={() => setOpen(false)}>
        Enregistré
      </button>
    </>
  )
}

const dialog = () => screen.queryByRole('dialog', { name: 'Modifications non enregistrées' })

beforeEach(() => {
  sessionStorage.clear()
  withSheet = false
})
afterEach(() => pages.close())

it('[RES-03] [RES-04] asks nothing while it saves, and leads one step back once it is saved', async () => {
  pages = await showPages(PageForm)
  fireEvent.submit(document.querySelector('form') as HTMLFormElement)
  await pages.back()
  expect([dialog(), await pages.position()]).toEqual([null, ['/page', '/page']])
  await act(async () => answer(true))
  await waitFor(() => expect(screen.queryByText('Fiche')).toBeTruthy())
  expect(await pages.position()).toEqual(['/fiche', '/fiche'])
})

it('[RES-04] a save that ends while the browser still takes that « Précédent » back leads one step back, too', async () => {
  pages = await showPages(PageForm)
  fireEvent.submit(document.querySelector('form') as HTMLFormElement)
  window.addEventListener('popstate', () => setTimeout(() => answer(true)), { once: true })
  window.history.back()
  await waitFor(() => expect(screen.queryByText('Fiche')).toBeTruthy())
  expect(await pages.position()).toEqual(['/fiche', '/fiche'])
})

it('[RES-03] a save that fails leaves the form where it is, and « Précédent » asks again', async () => {
  pages = await showPages(PageForm)
  fireEvent.submit(document.querySelector('form') as HTMLFormElement)
  await pages.back()
  await act(async () => answer(false))
  expect([dialog(), await pages.position()]).toEqual([null, ['/page', '/page']])
  await pages.back()
  expect([dialog() !== null, await pages.position()]).toEqual([true, ['/page', '/page']])
  fireEvent.click(screen.getByRole('button', { name: 'Quitter sans enregistrer' }))
  expect(await pages.position()).toEqual(['/fiche', '/fiche'])
})

it('[RES-03] a second « Précédent » over the question stays, a third one asks again', async () => {
  pages = await showPages(PageForm)
  await pages.back()
  expect(dialog()).toBeTruthy()
  await pages.back()
  await waitFor(() => expect(dialog()).toBeNull())
  expect(await pages.position()).toEqual(['/page', '/page'])
  await pages.back()
  expect([dialog() !== null, await pages.position()]).toEqual([true, ['/page', '/page']])
})

it('[RES-03] a sheet that its save closes below the question leaves no half step behind', async () => {
  pages = await showPages(SheetForm)
  await pages.back()
  expect([dialog() !== null, await pages.position()]).toEqual([true, ['/page', '/page']])
  fireEvent.click(screen.getByText('Enregistré'))
  expect(await pages.position()).toEqual(['/page', '/page'])
  await pages.back()
  expect(await pages.position()).toEqual(['/fiche', '/fiche'])
})

it('[RES-03] over a form that has changed, « Précédent » closes the sheet and asks nothing', async () => {
  withSheet = true
  pages = await showPages(PageForm)
  await screen.findByRole('dialog', { name: 'Tarifs' })
  await pages.back()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await pages.position()).toEqual(['/page', '/page'])
  await pages.back()
  expect([dialog() !== null, await pages.position()]).toEqual([true, ['/page', '/page']])
})
