import { afterEach, vi } from 'vitest'

/** Loaded before every unit test file; gives jsdom (when the file's pragma chooses it) the browser functions that Mantine needs. */
if (typeof window !== 'undefined') {
  const { cleanup, configure } = await import('@testing-library/react')
  afterEach(cleanup)
  // Long, because jsdom is slow on a busy machine; it ends only when something never appears.
  configure({ asyncUtilTimeout: 30_000 })

  window.matchMedia ??= (query: string): MediaQueryList => ({
    matches: false,
    media: query,
    onchange: null,
    addListener: vi.fn(),
    removeListener: vi.fn(),
    addEventListener: vi.fn(),
    removeEventListener: vi.fn(),
    dispatchEvent: vi.fn(() => false),
  })
  window.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  window.IntersectionObserver ??= class {
    readonly root = null
    readonly rootMargin = ''
    readonly scrollMargin = ''
    readonly thresholds = []
    observe() {}
    unobserve() {}
    disconnect() {}
    takeRecords() {
      return []
    }
  }
  Element.prototype.scrollIntoView ??= () => {}
  Object.defineProperty(document, 'fonts', { value: { addEventListener: vi.fn(), removeEventListener: vi.fn() } })
}
