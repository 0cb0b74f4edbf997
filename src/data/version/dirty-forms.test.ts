// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

/** A page that is loaded at this entry of the tab's history. */
const load = async (entry: string) => {
  goTo(entry)
  vi.resetModules()
  // As with the first form of the page.
  await import('./hidden-tab.ts')
  return (await import('./dirty-forms.ts')).dirtyForms
}
const goTo = (entry: string): void => window.history.replaceState({ __TSR_key: entry }, '')

const open = (forms: Awaited<ReturnType<typeof load>>, key: string, values: object, isNew = false) =>
  forms.register(key, { isDirty: () => true, values: () => values, isNew })

describe('drafts of a session that ended by itself', () => {
  beforeEach(() => sessionStorage.clear())

  it('[ERR-01] wait for the login that leads back, which makes a new page of the history', async () => {
    const forms = await load('a')
    const ends = [open(forms, 'client/1', { NOM: 'Petit' }), open(forms, 'rdv/create', { HEURE: '09:00' }, true)]
    forms.keepForReturn()
    for (const end of ends) end()
    goTo('b')
    expect(forms.takeDraft('client/1')).toEqual({ NOM: 'Petit' })
    expect(forms.takeDraft('rdv/create', true)).toEqual({ HEURE: '09:00' })
    expect(sessionStorage).toHaveLength(0)
  })

  it('[ERR-01] fill no new form of another address', async () => {
    const forms = await load('a')
    const end = open(forms, 'rdv/create', { HEURE: '09:00' }, true)
    forms.keepForReturn()
    end()
    window.history.replaceState({ __TSR_key: 'b' }, '', '/ailleurs?client=2')
    expect(forms.takeDraft('rdv/create', true)).toBeUndefined()
    window.history.replaceState({ __TSR_key: 'b' }, '', '/')
  })

  it('[ERR-01] a full storage of the tab does not keep the session open', async () => {
    const forms = await load('a')
    const end = open(forms, 'client/1', { NOM: 'Petit' })
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    expect(() => forms.keepForReturn()).not.toThrow()
    expect(full).toHaveBeenCalled()
    full.mockRestore()
    end()
  })
})

/** Another app covers the browser, or the tab is shown again. */
const turn = (state: 'hidden' | 'visible'): void => {
  Object.defineProperty(document, 'hidden', { value: state === 'hidden', configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))
}

describe('drafts of a tab that is not shown', () => {
  beforeEach(() => {
    sessionStorage.clear()
    turn('visible')
  })

  it('[RES-03] wait for the tab that the phone ends while the camera is open: a record’s form and a new one find what was typed, once', async () => {
    const forms = await load('a')
    const ends = [open(forms, 'client/1', { NOM: 'Petit' }), open(forms, 'rdv/create', { HEURE: '09:00' }, true)]
    turn('hidden')
    // A page that is ended closes no form: what it has stored stays.
    const kept = { ...sessionStorage }
    for (const end of ends) end()
    Object.assign(sessionStorage, kept)
    const restored = await load('a')
    turn('visible')
    expect(restored.takeDraft('client/1')).toEqual({ NOM: 'Petit' })
    expect(restored.takeDraft('rdv/create', true)).toEqual({ HEURE: '09:00' })
    expect(sessionStorage).toHaveLength(0)
  })

  it('[RES-03] are gone once it is shown again: what is typed then is newer', async () => {
    const forms = await load('a')
    const end = open(forms, 'client/1', { NOM: 'Petit' })
    turn('hidden')
    expect(forms.hasDraft('client/1')).toBe(true)
    turn('visible')
    expect(sessionStorage).toHaveLength(0)
    end()
  })

  it.each(['closed', 'saved on the page'])(
    '[RES-03] are gone with a form that is %s meanwhile: what was saved is not offered again',
    async (how) => {
      const forms = await load('a')
      let dirty = true
      const form = { isDirty: () => dirty, values: () => ({ NOM: 'Petit' }), isNew: true }
      const end = forms.register('client/create', form)
      turn('hidden')
      expect(sessionStorage).toHaveLength(1)
      if (how === 'closed') end()
      dirty = false
      forms.rendered('client/create')
      expect(sessionStorage).toHaveLength(0)
      end()
    },
  )

  it('[OUT-11] follow the form while it is hidden: its base is the record that it has seen last', async () => {
    const forms = await load('a')
    let version = 1
    const end = forms.register('client/1', { isDirty: () => true, values: () => ({ version }) })
    turn('hidden')
    version = 2
    forms.rendered('client/1')
    expect(JSON.parse(sessionStorage.getItem('lolapp.brouillon.client/1') ?? '')).toEqual({ version: 2 })
    end()
  })

  it('[ERR-01] of a session that ends meanwhile wait for its person, also once the form is closed and the tab shown', async () => {
    const forms = await load('a')
    const ends = [open(forms, 'client/1', { NOM: 'Petit' }), open(forms, 'rdv/create', { HEURE: '09:00' }, true)]
    turn('hidden')
    forms.keepForReturn()
    turn('hidden')
    for (const end of ends) end()
    turn('visible')
    goTo('b')
    expect(forms.takeDraft('client/1')).toEqual({ NOM: 'Petit' })
    expect(forms.takeDraft('rdv/create', true)).toEqual({ HEURE: '09:00' })
    expect(sessionStorage).toHaveLength(0)
  })

  it('[RES-03] are kept too for a form that was restored while its tab was hidden', async () => {
    sessionStorage.setItem('lolapp.brouillon.client/1', '{"NOM":"Petit"}')
    const forms = await load('a')
    turn('hidden')
    expect(forms.takeDraft('client/1')).toEqual({ NOM: 'Petit' })
    const end = open(forms, 'client/1', { NOM: 'Petit' })
    forms.rendered('client/1')
    expect(forms.hasDraft('client/1')).toBe(true)
    turn('visible')
    expect(sessionStorage).toHaveLength(0)
    end()
  })

  it('[AUT-08] go with a logout in another tab, and are not stored again while the form is closed', async () => {
    const forms = await load('a')
    const end = open(forms, 'client/1', { NOM: 'Petit' })
    turn('hidden')
    forms.forgetDrafts()
    forms.rendered('client/1')
    turn('hidden')
    expect(sessionStorage).toHaveLength(0)
    end()
  })

  it('[RES-03] are kept for the forms that fit, where the tab has no room for one of them', async () => {
    const forms = await load('a')
    const ends = [open(forms, 'pv/1', { drawing: 'large' }), open(forms, 'client/1', { NOM: 'Petit' })]
    const { setItem } = Storage.prototype
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key, value) {
      if (value.includes('large')) throw new DOMException('full', 'QuotaExceededError')
      setItem.call(this, key, value)
    })
    expect(() => turn('hidden')).not.toThrow()
    full.mockRestore()
    expect(forms.hasDraft('pv/1')).toBe(false)
    expect(forms.hasDraft('client/1')).toBe(true)
    for (const end of ends) end()
  })
})

it('[PWA-02] pictures for which the tab has no room cost no words: an update keeps these all the same', async () => {
  sessionStorage.clear()
  const forms = await load('a')
  const ends = [
    forms.register('photos', { isDirty: () => true, values: () => 'large', bulky: true }),
    forms.register('demande', { isDirty: () => true, values: () => 'Ça fuit' }),
  ]
  const order: string[] = []
  const { setItem } = Storage.prototype
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key, value) {
    order.push(value)
    if (value.includes('large')) throw new DOMException('full', 'QuotaExceededError')
    setItem.call(this, key, value)
  })
  expect(() => forms.saveDrafts()).not.toThrow()
  full.mockRestore()
  expect(order).toEqual(['"Ça fuit"', '"large"'])
  expect([forms.hasDraft('demande'), forms.hasDraft('photos')]).toEqual([true, false])
  forms.stayed()
  for (const end of ends) end()
})

describe('the drafts of a hidden tab that reloads for an update', () => {
  beforeEach(() => {
    sessionStorage.clear()
    turn('visible')
  })
  const begin = async () => {
    const forms = await load('a')
    let name = 'Petit'
    const end = forms.register('client/1', { isDirty: () => true, values: () => ({ NOM: name }) })
    turn('hidden')
    forms.saveDrafts()
    return {
      forms,
      end,
      type: (next: string): void => {
        name = next
      },
    }
  }

  it('[PWA-02] stay where it is shown before the new page comes, with what is typed until then', async () => {
    const { forms, type, end } = await begin()
    turn('visible')
    expect(forms.hasDraft('client/1')).toBe(true)
    type('Petitjean')
    // The old page goes.
    turn('hidden')
    const kept = { ...sessionStorage }
    end()
    Object.assign(sessionStorage, kept)
    const reloaded = await load('a')
    expect(reloaded.takeDraft('client/1')).toEqual({ NOM: 'Petitjean' })
    turn('visible')
  })

  it('[PWA-02] are gone where its person refuses that reload: what is typed then is newer', async () => {
    const { forms, end } = await begin()
    turn('visible')
    forms.stayed()
    expect(sessionStorage).toHaveLength(0)
    end()
    turn('hidden')
    turn('visible')
    expect(sessionStorage).toHaveLength(0)
  })
})

describe('the draft of a page that its person leaves, after the browser has asked', () => {
  let ends: (() => void)[] = []
  const asks = (event: Event): void => event.preventDefault()
  const begin = async () => {
    const forms = await load('a')
    ends = [open(forms, 'client/1', { NOM: 'Petit' })]
    return forms
  }
  /** The guard of a form prevents it (form-guard.tsx), by a listener that was added later. */
  const beforeUnload = (): void => {
    window.addEventListener('beforeunload', asks, { once: true })
    window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  }
  const pageHide = (): void => void window.dispatchEvent(new Event('pagehide'))

  beforeEach(() => {
    sessionStorage.clear()
    turn('visible')
  })
  afterEach(() => {
    for (const end of ends) end()
    Reflect.deleteProperty(navigator, 'userActivation')
  })

  it.each(['before', 'after'])('[RES-03] is not kept: they let it go (the page is hidden %s it goes)', async (when) => {
    await begin()
    beforeUnload()
    if (when === 'before') turn('hidden')
    pageHide()
    if (when === 'after') turn('hidden')
    expect(sessionStorage).toHaveLength(0)
  })

  it('[RES-03] is kept where the page stays and another app covers it: they stayed, or called the customer by a link', async () => {
    const forms = await begin()
    beforeUnload()
    turn('hidden')
    expect(forms.hasDraft('client/1')).toBe(true)
  })

  it.each(['pointerdown', 'keydown'])('[RES-03] is kept where they went on with the form (%s)', async (deed) => {
    const forms = await begin()
    beforeUnload()
    window.dispatchEvent(new Event(deed))
    pageHide()
    turn('hidden')
    expect(forms.hasDraft('client/1')).toBe(true)
  })

  it('[RES-03] is kept where nobody has touched the page: browsers do not ask then', async () => {
    Object.defineProperty(navigator, 'userActivation', { value: { hasBeenActive: false }, configurable: true })
    const forms = await begin()
    beforeUnload()
    pageHide()
    turn('hidden')
    expect(forms.hasDraft('client/1')).toBe(true)
  })

  it('[PWA-02] is kept where an update reloads it: only pictures are lost then', async () => {
    const forms = await begin()
    forms.saveDrafts()
    beforeUnload()
    pageHide()
    turn('hidden')
    expect(forms.hasDraft('client/1')).toBe(true)
  })

  it('[RES-03] is kept again once the browser shows the same page by « Précédent »', async () => {
    const forms = await begin()
    beforeUnload()
    pageHide()
    turn('hidden')
    turn('visible')
    turn('hidden')
    expect(forms.hasDraft('client/1')).toBe(true)
  })
})

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
