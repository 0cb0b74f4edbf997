// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest'

/** A page that is loaded at this entry of the tab's history. */
const load = async (entry: string) => {
  goTo(entry)
  vi.resetModules()
  return (await import('./dirty-forms.ts')).dirtyForms
}
const goTo = (entry: string): void => window.history.replaceState({ __TSR_key: entry }, '')

describe('the draft of a new form that an older build stored', () => {
  beforeEach(() => {
    sessionStorage.clear()
    sessionStorage.setItem('lolapp.brouillon.client/create', '{"NOM":"Durand"}')
  })

  it('[PWA-02] is taken once, by the page that the update has loaded again', async () => {
    const forms = await load('a')
    expect(forms.takeDraft('client/create', true)).toEqual({ NOM: 'Durand' })
    expect(forms.takeDraft('client/create', true)).toBeUndefined()
    expect(sessionStorage).toHaveLength(0)
  })

  it('[PWA-02] does not fill a form that is begun elsewhere later', async () => {
    const forms = await load('a')
    goTo('b')
    expect(forms.takeDraft('client/create', true)).toBeUndefined()
  })

  it('[PWA-02] gives way to the draft of the page itself', async () => {
    const forms = await load('a')
    const stop = forms.register('client/create', { isDirty: () => true, values: () => ({ NOM: 'Petit' }), isNew: true })
    forms.keepDrafts()
    stop()
    expect(forms.takeDraft('client/create', true)).toEqual({ NOM: 'Petit' })
  })
})
