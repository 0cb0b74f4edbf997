import { expect, it } from 'vitest'
import { projet as entity } from '../../../schemas/entities/projet.ts'
import { DESCRIPTION_MAX, lastCall, withCall } from './call-note.ts'

const call = { at: '2026-11-20 09:05', by: 'Julie Martin', outcome: 'Pas de réponse', remark: '' }

it('[MGR-07] a call is a line at the end of the description, which keeps its first line', () => {
  const once = withCall('Fenêtres du salon', call)
  expect(once).toBe('Fenêtres du salon\nAppel du 20/11/2026 09:05 (Julie Martin) : Pas de réponse.')
  const twice = withCall(once, { ...call, at: '2026-11-21 18:00', outcome: 'Joint', remark: 'rappeler\naprès 19 h ' })
  expect(twice?.split('\n')).toEqual([
    'Fenêtres du salon',
    'Appel du 20/11/2026 09:05 (Julie Martin) : Pas de réponse.',
    'Appel du 21/11/2026 18:00 (Julie Martin) : Joint. rappeler après 19 h',
  ])
  expect(lastCall(twice)).toBe('21/11 : Joint. rappeler après 19 h')
})

it('a project without a description keeps the name that lists give it', () => {
  const described = withCall(null, call)
  expect(entity.label({ DESCRIPTION: described } as never)).toBe(entity.label({ DESCRIPTION: null } as never))
})

it('tells no call where none was noted', () => {
  expect(lastCall(null)).toBeNull()
  expect(lastCall('Appel du pied\nportail')).toBeNull()
})

it('never cuts what stands there: without room there is no note', () => {
  expect(DESCRIPTION_MAX).toBe(2000)
  expect(withCall('x'.repeat(DESCRIPTION_MAX - 10), call)).toBeNull()
  expect(withCall('x'.repeat(DESCRIPTION_MAX - 100), call)).not.toBeNull()
})
