import { afterEach, beforeAll, vi } from 'vitest'

/** Loaded before each unit test file; gives jsdom (when the file's pragma chooses it) the browser functions that Mantine needs. */
if (typeof window !== 'undefined') {
  const { cleanup, configure } = await import('@testing-library/react')
  afterEach(cleanup)
  // What Testing Library does in the file that loads it: React applies updates before a test looks.
  beforeAll(() => {
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  })
  // Long, because jsdom is slow on a busy machine; it ends only when something never appears.
  configure({ asyncUtilTimeout: 60_000 })

  const missing = {
    matchMedia: (query: string): MediaQueryList => ({
      matches: false,
      media: query,
      onchange: null,
      addListener: vi.fn(),
      removeListener: vi.fn(),
      addEventListener: vi.fn(),
      removeEventListener: vi.fn(),
      dispatchEvent: vi.fn(() => false),
    }),
    ResizeObserver: class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
    IntersectionObserver: class {
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
    },
  }
  // Vitest takes `window` off the global object after the last file of a process: what React has still to do then finds it here, and nothing to draw.
  Object.defineProperty(Object.getPrototypeOf(globalThis), 'window', { value: globalThis, configurable: true })

  // Defined again for each file, because the file before may have replaced them.
  const define = (target: object, name: string, value: unknown): unknown =>
    Object.defineProperty(target, name, { value, configurable: true, writable: true })
  for (const [name, value] of Object.entries(missing)) define(window, name, value)
  define(Element.prototype, 'scrollIntoView', () => {})
  define(document, 'fonts', { addEventListener: vi.fn(), removeEventListener: vi.fn() })
}
