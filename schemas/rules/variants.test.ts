import { describe, expect, it } from 'vitest'
import { compareLines } from './compare-lines.ts'
import { isSuperseded, type Ligne } from './devis.ts'
import { byGroup, dearestOf, groupOf, isVariantSigned, oneOfEachGroup, variantsOf } from './variants.ts'

const quote = (IDDEVIS: string, more: object = {}) => ({
  IDDEVIS,
  IDPROJET: 'p',
  GROUPE_VARIANTES: null as string | null,
  NET_HT: 0,
  DEVIS_SIGNE: 0 as 0 | 1,
  REFUSE: 0 as 0 | 1,
  DATE_TRANSMISSION: '2026-11-20T09:00:00.000Z' as string | null,
  DATE_SIGNATURE: null as string | null,
  ...more,
})
const eco = quote('a', { NET_HT: 100 })
const confort = quote('b', { GROUPE_VARIANTES: 'a', NET_HT: 300 })
const premium = quote('c', { GROUPE_VARIANTES: 'a', NET_HT: 200 })
const other = quote('d', { NET_HT: 50 })

describe('[DAY-17 variants] (groups) the first quote names the group', () => {
  it('so a variant is in it without any change of that quote', () => {
    expect(variantsOf(eco, [other, eco, confort, premium])).toEqual([eco, confort, premium])
    expect(variantsOf(premium, [eco, confort, premium, other])).toEqual([eco, confort, premium])
    expect(byGroup([confort, other, eco])).toEqual([[confort, eco], [other]])
  })
  it('also when that quote is gone; never across projects', () => {
    expect(variantsOf(confort, [confort, premium])).toEqual([confort, premium])
    expect(groupOf({ ...confort, IDPROJET: 'q' })).not.toBe(groupOf(confort))
  })
})

describe('[DAY-17 variants] (figures) a group counts once', () => {
  it('by its highest amount; a sent quote stands before a draft', () => {
    expect(oneOfEachGroup([eco, confort, other, premium])).toEqual([confort, other])
    expect(dearestOf([eco, { ...confort, DATE_TRANSMISSION: null }])).toEqual(eco)
    expect(dearestOf([])).toBeUndefined()
  })
  it('of equal amounts by the id, whatever the order', () => {
    const same = { ...premium, NET_HT: 300 }
    expect([dearestOf([confort, same]), dearestOf([same, confort])]).toEqual([confort, confort])
  })
})

describe('[DAY-17 signs-one] one variant is signed', () => {
  const signed = { ...confort, DEVIS_SIGNE: 1 as const, DATE_SIGNATURE: '2026-11-21T09:00:00.000Z' }
  it('the others ask for nothing any more: drafts and those sent later, too', () => {
    const late = { ...eco, DATE_TRANSMISSION: '2026-11-25T09:00:00.000Z' }
    const draft = { ...premium, DATE_TRANSMISSION: null }
    for (const one of [eco, late, draft])
      expect([isVariantSigned(one, [signed]), isSuperseded(one, [signed])]).toEqual([true, true])
    expect(isVariantSigned(signed, [signed])).toBe(false)
  })
  it('a withdrawal opens them again; another group and another project are not concerned', () => {
    expect(isSuperseded(eco, [{ ...signed, REFUSE: 1 }])).toBe(false)
    expect(isVariantSigned(other, [signed])).toBe(false)
    expect(isVariantSigned({ ...eco, IDPROJET: 'q' }, [signed])).toBe(false)
  })
})

describe('[DAY-17 side-by-side] lines side by side', () => {
  const line = (id: string, more: Partial<Ligne> = {}): Ligne => ({
    id,
    LIBELLE: `Ligne ${id}`,
    UNITE: 'u',
    QUANTITE: 1,
    PRIX_UNITAIRE_HT: 100,
    TAUX_TVA: 1000,
    ...more,
  })
  it('marks what differs and what one of them lacks, and nothing else', () => {
    const rows = compareLines([
      [line('1'), line('2'), line('3')],
      [line('1'), line('new', { LIBELLE: 'Volet' }), line('2', { QUANTITE: 2 })],
    ])
    expect(rows.map(({ LIBELLE, differs, of }) => [LIBELLE, differs, of.map((one) => one?.QUANTITE)])).toEqual([
      ['Ligne 1', false, [1, 1]],
      ['Volet', true, [undefined, 1]],
      ['Ligne 2', true, [1, 2]],
      ['Ligne 3', true, [1, undefined]],
    ])
  })
  it('finds a line that was typed again by its label; no discount and a discount of zero are the same', () => {
    const [row, ...more] = compareLines([[line('1', { LIBELLE: 'Pose' })], [line('x', { LIBELLE: 'Pose', REMISE: 0 })]])
    expect([row?.differs, more]).toEqual([false, []])
  })
  it('two lines of one label stay two', () => {
    const twice = [line('1', { LIBELLE: 'Pose' }), line('2', { LIBELLE: 'Pose' })]
    expect(compareLines([twice, twice]).map(({ differs }) => differs)).toEqual([false, false])
  })
})
