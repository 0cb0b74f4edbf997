import { describe, expect, it } from 'vitest'
import { startOf } from './pack-download.ts'

const version = 'v1'
const etag = '"v1"'
const kept = 500

describe('the answer to a download', () => {
  it.each([
    ['the rest: behind what is there', { status: 206, etag }, 500],
    ['all of it again: from the first byte', { status: 200, etag }, 0],
    ['another file', { status: 200, etag: '"v2"' }, 'changed'],
    ['another file, in part', { status: 206, etag: '"v2"' }, 'changed'],
    ['no such map any more', { status: 404, etag: null }, 'changed'],
    ['a shorter file', { status: 416, etag: null }, 'changed'],
    ['an ended session', { status: 401, etag: null }, 'session'],
    ['a page of the hotel', { status: 200, etag: null }, 'offline'],
    ['a server that is ill', { status: 503, etag: null }, 'offline'],
    ['too many calls', { status: 429, etag: null }, 'offline'],
  ] as const)('[GEO-06] %s', (_, answer, meaning) => {
    expect(startOf(answer, { kept, version })).toBe(meaning)
  })
})
