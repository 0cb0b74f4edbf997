// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { personnel } from '../../../schemas/entities/personnel.ts'
import { AppError } from '../../../schemas/errors.ts'
import { dirtyForms } from '../../data/version/dirty-forms.ts'
import { valuesOf } from '../../forms/form-values.ts'
import { asEntity } from './answers.ts'
import { useOnlineForm } from './use-online-form.ts'

const entity = asEntity(personnel)
const record = { IDPERSONNEL: 'p1', NOM: 'Durand', PRENOM: 'Zoé', ROLES: ['commercial'], AGENCES: [], VERSION: 3 }
const open = (shown = record) =>
  renderHook(() => useOnlineForm({ entity, record: shown, initial: valuesOf(entity, shown), draftKey: 'admin/p1' }))
/** The server's answer to a write that was based on an older version of the record (If-Match). */
const changed = (values: object) =>
  new AppError('CONFLICT', "L'enregistrement a changé entre-temps.", {
    details: { status: 409, body: { details: { record: { ...record, VERSION: 4, ...values } } } },
  })

describe('an administrator’s form over a record that somebody else changes', () => {
  beforeEach(() => sessionStorage.clear())

  it('[OUT-11] sends the VERSION that it is based on; when refused, it takes over untouched fields and asks about those that both changed', async () => {
    const { result } = open()
    expect(result.current.seen()).toBe(3)
    act(() => result.current.form.setFieldValue('NOM', 'Dupond'))
    const write = vi.fn(() => Promise.reject(changed({ NOM: 'Durant', PRENOM: 'Chloé', ROLES: ['metreur'] })))
    await act(() => expect(result.current.send(write)).rejects.toMatchObject({ code: 'CONFLICT' }))
    expect(result.current.form.values).toMatchObject({ NOM: 'Dupond', PRENOM: 'Chloé', ROLES: ['metreur'] })
    expect(result.current.frame.issues._).toContain('Nom')
    expect(result.current.frame.issues._).not.toContain('Prénom')
    // Read again and sent again, it is a choice: based on the record as it is now, with that field only.
    expect(result.current.seen()).toBe(4)
    expect(result.current.payload()).toEqual({ NOM: 'Dupond' })
  })

  it('[OUT-11] [PWA-02] restored after a reload, still sends the VERSION that it was based on, and edits only the typed fields', () => {
    const first = open()
    act(() => first.result.current.form.setFieldValue('NOM', 'Dupond'))
    dirtyForms.saveDrafts()
    first.unmount()
    const { result } = open({ ...record, PRENOM: 'Chloé', VERSION: 4 })
    expect(result.current.seen()).toBe(3)
    expect(result.current.payload()).toEqual({ NOM: 'Dupond' })
  })

  it('[OUT-11] of a record without VERSION, says what it showed of the fields that it changes', async () => {
    const { result } = open()
    expect(result.current.based()).toEqual({})
    act(() => result.current.form.setFieldValue('NOM', 'Dupond'))
    act(() => result.current.form.setFieldValue('MAIL', 'd@example.com'))
    const body = { NOM: 'Dupond', MAIL: 'd@example.com' }
    expect(result.current.based()).toEqual({ ...body, _base: { NOM: 'Durand', MAIL: null } })
    const write = () => Promise.reject(changed({ NOM: 'Durant' }))
    await act(() => expect(result.current.send(write)).rejects.toMatchObject({ code: 'CONFLICT' }))
    expect(result.current.based()).toEqual({ ...body, _base: { NOM: 'Durant', MAIL: null } })
  })
})
