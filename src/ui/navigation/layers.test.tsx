// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { type RoutedPages, showPages } from '../../../tests/support/routed-pages.tsx'
import { Sheet } from '../page/sheet.tsx'
import { useHeldNavigation } from './use-back.ts'
import { useLeave } from './use-leave.ts'
import { useQuery } from './use-query.ts'

let pages: RoutedPages

/** A photo over a list of files, over the page. */
function Page() {
  const [files, setFiles] = useState(true)
  const [photo, setPhoto] = useState(true)
  const leave = useLeave('/')
  return (
    <>
      <p>Page</p>
      <Sheet opened={files} onClose={() => setFiles(false)} title="Fichiers">
        <button type="button" onClick={leave}>
          Enregistré
        </button>
      </Sheet>
      {files ? (
        <Sheet opened={photo} onClose={() => setPhoto(false)} title="Photo">
          <p>Photo</p>
        </Sheet>
      ) : null}
    </>
  )
}

/** A sheet that the address names. */
function NamedSheet() {
  const [query, change] = useQuery()
  return (
    <Sheet opened={query.photo !== undefined} onClose={() => change({ photo: undefined })} title="Photo">
      <p>Photo</p>
    </Sheet>
  )
}

/** A page that is a sheet itself, with a form that is saved, as the debrief on a desktop. */
function SheetPage() {
  const leave = useLeave('/')
  useHeldNavigation(() => null, { enableBeforeUnload: () => false })
  return (
    <Sheet opened onClose={leave} title="Bilan">
      <button type="button" onClick={leave}>
        Enregistré
      </button>
    </Sheet>
  )
}

const shown = async () => [
  ...screen
    .queryAllByRole('dialog')
    .map((one) => one.getAttribute('aria-label') ?? one.querySelector('h2')?.textContent),
  ...(await pages.position()),
]
/** @param dialogs that are shown, and the path of browser and router */
const isShown = (...[path, ...dialogs]: [path: string, ...dialogs: string[]]) =>
  waitFor(async () => expect(await shown()).toEqual([...dialogs, path, path]))

afterEach(() => pages.close())

it('« Précédent » closes what lies over the page, the top first, and then leaves the page', async () => {
  pages = await showPages(Page)
  await isShown('/page', 'Fichiers', 'Photo')
  await pages.back()
  await isShown('/page', 'Fichiers')
  await pages.back()
  await isShown('/page')
  await pages.back()
  await isShown('/fiche')
})

it('a sheet that the address names is closed in the address of its own page', async () => {
  pages = await showPages(NamedSheet, { query: '?photo=1' })
  await isShown('/page', 'Photo')
  await pages.back()
  await isShown('/page')
  expect(window.location.search).toBe('')
  await pages.back()
  await isShown('/fiche')
})

it('a page that is a sheet is left by one « Précédent »', async () => {
  pages = await showPages(SheetPage)
  await isShown('/page', 'Bilan')
  await pages.back()
  await isShown('/fiche')
})

it('a step back of the app itself, as after a save, closes no layer instead', async () => {
  pages = await showPages(Page)
  await isShown('/page', 'Fichiers', 'Photo')
  act(() => screen.getByText('Enregistré').click())
  await isShown('/fiche')
})

it('that step leads back once, also where a form asks about it too, and the next « Précédent » is the person’s', async () => {
  pages = await showPages(SheetPage)
  act(() => screen.getByText('Enregistré').click())
  await isShown('/fiche')
  await pages.back()
  await isShown('/liste')
})
