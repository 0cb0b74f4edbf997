import { describe, expect, it } from 'vitest'
import { entityOf } from '../resources.ts'
import { recordIssues } from '../validate.ts'
import { companyIssues } from './company-services.ts'
import { beginsWithCapital, hasLength, isNotAmong } from './text-rules.ts'

const told = (issues: { message: string }[]): string | undefined => issues[0]?.message

describe('rules over one text', () => {
  it.each([
    ['Métreur', undefined],
    ['Équipe', undefined],
    ['2e équipe', undefined],
    ['métreur', 'Veuillez commencer par une majuscule'],
    ['élagage', 'Veuillez commencer par une majuscule'],
  ])('[RES-06 capital] %s → %s', (text, message) => {
    expect(told(beginsWithCapital('x', text))).toBe(message)
    const role = { id: 'r', name: 'metreur', common_name: text, color: null }
    expect(told(recordIssues(entityOf('role'), role))).toBe(message)
  })

  it.each([
    ['12345678901234', undefined],
    [null, undefined],
    ['', undefined],
    ['1234', '14 caractères exactement'],
    ['123456789012345', '14 caractères exactement'],
  ])('[RES-06 strict-length] %s → %s', (text, message) => {
    expect(told(hasLength('SIRET', text, 14))).toBe(message)
    expect(told(companyIssues({ SIRET: text }))).toBe(message)
  })

  it.each([
    ['demo', undefined],
    ['admin', "Cette valeur n'est pas admise"],
    ['www', "Cette valeur n'est pas admise"],
    ['localhost', "Cette valeur n'est pas admise"],
  ])('[RES-06 exclude] %s → %s', (key, message) => {
    expect(told(isNotAmong('key', key, ['admin', 'www', 'localhost']))).toBe(message)
    expect(told(companyIssues({ key }))).toBe(message)
  })
})
