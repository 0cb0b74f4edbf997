// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { Subject } from 'rxjs'
import { expect, it, vi } from 'vitest'
import { type LiveQuery, useLiveLists } from './use-live.ts'

/** A local database whose queries answer when the test says so. */
const held = vi.hoisted(() => ({ data: { db: { of: () => ({ find: (_: unknown): unknown => undefined }) } } }))
vi.mock('../database/local-data-provider.tsx', () => ({ useLocalData: () => held.data }))

const QUERIES: LiveQuery<'client'>[] = ['a', 'b', 'c'].map((NOM) => ({ selector: { NOM } }))

it('[MGR-08] several queries are one answer once each has answered, in whatever order they do', () => {
  const answers: Subject<unknown[]>[] = []
  held.data.db.of = () => ({
    find: () => {
      const answer = new Subject<unknown[]>()
      answers.push(answer)
      return { $: answer }
    },
  })
  const { result } = renderHook(() => useLiveLists('client', QUERIES))
  act(() => answers[2]?.next([]))
  expect(result.current).toEqual({ lists: undefined, current: false })
  act(() => answers[0]?.next([]))
  expect(result.current).toEqual({ lists: undefined, current: false })
  act(() => answers[1]?.next([]))
  expect(result.current).toEqual({ lists: [[], [], []], current: true })
})
