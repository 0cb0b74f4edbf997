// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest'
import { sessionStore } from '../session/session-store.ts'
import { forgetPush, leavePush, pushState, renewPush, subscribePush, turnPushOff } from './push.ts'

const server = vi.hoisted(() => ({ calls: [] as string[], down: false }))
vi.mock('../api/api.ts', () => ({
  callApi: async (path: string, _shape: unknown, { method = 'GET' }: { method?: string } = {}) => {
    if (server.down) throw new Error('no network')
    server.calls.push(`${method} ${path}`)
    return path === '/push/key' ? { publicKey: 'AAAA' } : undefined
  },
}))

const device = { subscribed: false, permission: 'granted', asked: 0 }
const subscription = {
  endpoint: 'https://push.example.com/navigateur',
  toJSON: () => ({}),
  unsubscribe: async () => {
    device.subscribed = false
    return true
  },
}

beforeEach(() => {
  localStorage.clear()
  Object.assign(server, { calls: [], down: false })
  Object.assign(device, { subscribed: false, permission: 'granted', asked: 0 })
  vi.stubEnv('PROD', true)
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('Notification', {
    get permission() {
      return device.permission
    },
    requestPermission: async () => {
      device.asked++
      return device.permission
    },
  })
  const registration = {
    getNotifications: async () => [],
    pushManager: {
      getSubscription: async () => (device.subscribed ? subscription : null),
      subscribe: async () => {
        device.subscribed = true
        return subscription
      },
    },
  }
  vi.stubGlobal('navigator', {
    onLine: true,
    serviceWorker: { getRegistration: async () => registration, ready: Promise.resolve(registration) },
  })
})

const login = async (id: string): Promise<string> => {
  const personnel = { IDPERSONNEL: id, NOM: id, ROLES: [] }
  const account = { kind: 'personnel', id, personnel, roles: [], agences: [] } as never
  sessionStore.setAuth({ token: `jeton-${id}`, expiresAt: null, account })
  await renewPush()
  return pushState()
}
const logout = async (): Promise<void> => {
  await leavePush()
  expect(await pushState()).toBe('off')
  sessionStore.clearSession()
}

it('[PWA-03 subscribe] a logout turns notifications off; who had turned them on here has them again at the next login, nobody else', async () => {
  expect(await login('camille')).toBe('off')
  await subscribePush()
  await logout()
  expect(await login('colin')).toBe('off')
  await logout()
  const asked = device.asked
  server.calls.length = 0
  expect(await login('camille')).toBe('on')
  expect(server.calls).toEqual(['GET /push/key', 'POST /push/subscribe'])
  // The browser's question is asked by a press alone.
  expect(device.asked).toBe(asked)
})

it('[PWA-03] they stay off for who turned them off, took the permission back, or erased the device', async () => {
  await login('camille')
  await subscribePush()
  await turnPushOff()
  await logout()
  expect(await login('camille')).toBe('off')
  await subscribePush()
  await logout()
  device.permission = 'denied'
  expect(await login('camille')).toBe('blocked')
  expect(device.subscribed).toBe(false)
  device.permission = 'granted'
  forgetPush('personnel:camille')
  expect(await login('camille')).toBe('off')
})

it('[PWA-03] a browser that a former version had subscribed is noted at the first logout', async () => {
  await login('camille')
  device.subscribed = true
  await logout()
  expect(await login('camille')).toBe('on')
})

it('[PWA-03] a colleague who only took over a browser is not noted in the place of who had turned them on', async () => {
  await login('camille')
  await subscribePush()
  // Her session ends by itself: the browser is whoever's logs in.
  sessionStore.setAuth(null)
  expect(await login('colin')).toBe('on')
  await logout()
  expect(await login('colin')).toBe('off')
  await logout()
  expect(await login('camille')).toBe('on')
})

it('[PWA-03] a login at which the server does not answer leaves it to the next one', async () => {
  await login('camille')
  await subscribePush()
  await logout()
  server.down = true
  await login('camille').catch(() => undefined)
  server.down = false
  await logout()
  expect(await login('camille')).toBe('on')
})
