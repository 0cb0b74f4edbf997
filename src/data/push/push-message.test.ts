import { describe, expect, it } from 'vitest'
import { isOpenMessage, noticeOfHash, ownPath, readPush } from './push-message.ts'

describe('[PWA-03] a push', () => {
  it('[PWA-03 receive] [PWA-03 open] gives the words and the record that the server sent', () => {
    const sent = JSON.stringify({ title: 'Devis signé', message: 'DV-12, Léa Martin', url: '/manager/devis/d1?a=1#x' })
    expect(readPush(sent)).toEqual({
      title: 'Devis signé',
      body: 'DV-12, Léa Martin',
      url: '/manager/devis/d1?a=1#x',
    })
  })

  it('[DAY-07 tap] of a notice opens its record, and says which notice was pressed', () => {
    const sent = JSON.stringify({
      title: 'x',
      message: 'y',
      url: '/manager/rdv/r1',
      notice: { id: 'n:1', kind: 'rdv_cree' },
    })
    const { url } = readPush(sent)
    expect(url).toBe('/manager/rdv/r1#notification=n%3A1')
    expect([noticeOfHash('notification=n%3A1'), noticeOfHash('autre'), noticeOfHash('')]).toEqual(['n:1', null, null])
    expect(noticeOfHash('notification=%'), 'an address that was cut').toBeNull()
  })

  it.each([undefined, '', 'hello', '[]', '{"title":3}'])('shows a message for %j', (sent) => {
    expect(readPush(sent)).toMatchObject({ title: 'Lolapp', url: '/' })
  })

  it.each([
    'https://elsewhere.example/manager',
    '//elsewhere.example/manager',
    '/.//elsewhere.example',
    'javascript:alert(1)',
    'https://user@elsewhere.example',
    42,
    null,
  ])('[SEC] never opens %j', (url) => {
    expect(ownPath(url)).toBe('/')
  })
})

it('tells the worker’s request to open an address from other messages', () => {
  expect(isOpenMessage({ type: 'OPEN', url: '/manager' })).toBe(true)
  expect(isOpenMessage({ type: 'CACHE_UPDATED' })).toBe(false)
  expect(isOpenMessage(null)).toBe(false)
})
