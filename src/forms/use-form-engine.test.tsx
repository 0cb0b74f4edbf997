// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../schemas/errors.ts'
import { useFormEngine } from './use-form-engine.ts'

const line = { id: 'l1', LIBELLE: 'Pose' }
type Values = { OBJET: string; VILLE: string; LIGNES: (typeof line)[] }
const first: Values = { OBJET: 'Toit', VILLE: 'Lyon', LIGNES: [line] }
const validate = ({ values }: { values: Values }) => (values.OBJET === '' ? { OBJET: 'Ce champ est requis' } : {})
const open = (more: { afterTry?: boolean; snapshot?: Values } = {}) => {
  let renders = 0
  const { result } = renderHook(() => {
    renders++
    return useFormEngine<Values>({ values: first, validate, ...more })
  })
  return { now: () => result.current, renders: () => renders }
}

describe('the form engine', () => {
  it('a letter typed renders the form once, and leaves the lines of a quote the same objects', () => {
    const { now, renders } = open()
    const before = renders()
    act(() => now().setMany({ OBJET: 'Toits' }))
    expect(renders() - before).toBe(1)
    expect(now().values.LIGNES[0]).toBe(line)
  })

  it('[RES-06] shows a message once its field was left, then as long as it holds', () => {
    const { now } = open()
    act(() => now().setMany({ OBJET: '' }))
    expect([now().valid, now().errors]).toEqual([false, {}])
    act(() => now().form.getInputProps('OBJET').onBlur())
    expect(now().errors).toEqual({ OBJET: 'Ce champ est requis' })
    act(() => now().form.getInputProps('OBJET').onChange('Toit'))
    expect(now().errors).toEqual({})
  })

  it('a short form shows its messages after a try to send it', () => {
    const { now } = open({ afterTry: true })
    const sent: Values[] = []
    act(() => now().setMany({ OBJET: '' }))
    const send = () => now().onSubmit((values) => void sent.push(values))({ preventDefault: () => undefined } as never)
    expect(now().form.getInputProps('OBJET').onBlur).toBeUndefined()
    act(send)
    expect([sent, now().errors]).toEqual([[], { OBJET: 'Ce champ est requis' }])
    act(() => now().setMany({ OBJET: 'Toit' }))
    act(send)
    expect(sent).toMatchObject([{ OBJET: 'Toit' }])
  })

  it('a message of the server stays until its own field changes', () => {
    const { now } = open()
    const errors = { OBJET: ['Déjà pris.', 'Trop court.'], VILLE: ['Inconnue.'] }
    act(() => now().refuse(new AppError('VALIDATION_ERROR', 'x', { errors })))
    act(() => now().setMany({ OBJET: 'Toiture' }))
    expect(now().errors).toEqual({ VILLE: 'Inconnue.' })
  })

  it('[RES-03] is dirty against its snapshot, also between two renderings', () => {
    const { now } = open({ snapshot: { ...first, VILLE: 'Grenoble' } })
    const opened = now()
    expect(opened.isDirty()).toBe(true)
    act(() => {
      opened.markSaved()
      expect(opened.isDirty()).toBe(false)
      opened.setMany({ VILLE: 'Metz' })
      expect(opened.isDirty()).toBe(true)
      expect(opened.held()).toMatchObject({ values: { VILLE: 'Metz' }, snapshot: { VILLE: 'Lyon' } })
    })
    expect(now().snapshot.VILLE).toBe('Lyon')
  })
})
