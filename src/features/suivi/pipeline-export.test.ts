import { describe, expect, it } from 'vitest'
import { csvText } from '../../../schemas/csv.ts'
import { newRecord } from '../../../schemas/entity.ts'
import { entityOf, type ResourceRecord } from '../../../schemas/resources.ts'
import { pipeline } from './pipeline.ts'
import { exportRows } from './pipeline-export.ts'

describe('the pipeline as CSV', () => {
  const projet = {
    ...newRecord(entityOf('projet'), {}),
    IDPROJET: 'p',
    IDAGENCE: 'lyon',
    IDRESPONSABLEPROJET: 'camille',
    IDETAT_PROJET: 2,
  } as ResourceRecord<'projet'>
  const sent = { DATE_TRANSMISSION: '2026-11-01T09:00:00.000Z', DATE_SIGNATURE: null }
  const devis = [
    {
      IDDEVIS: 'd',
      GROUPE_VARIANTES: null,
      IDPROJET: 'p',
      NET_HT: 1234_50,
      DEVIS_SIGNE: 0,
      REFUSE: 0,
      ...sent,
    } as const,
  ]
  const { people, agencies, total } = pipeline({ projets: [projet], devis, withRdv: new Set(), agence: null })
  // People type names: one that a spreadsheet would run must stay text.
  const names = { agence: () => '=HYPERLINK("http://mal.example")', person: () => '@SUM(1;2)', hasLeft: () => false }

  it('[MGR-17] [SEC] has a header, a row for each person and the totals, and nothing that a spreadsheet executes', () => {
    const lines = csvText(exportRows({ rows: people, total, names, byAgency: false })).split('\r\n')
    expect(lines).toHaveLength(4)
    expect(lines[0]).toContain('Agence;Commercial;À affecter;')
    expect(lines[1]).toBe(`"'=HYPERLINK(""http://mal.example"")";"'@SUM(1;2)";0;0;0;0;1;0;0;0;1234,50;0,00;1`)
    expect(lines[2]).toBe('Total;;0;0;0;0;1;0;0;0;1234,50;0,00;1')
  })

  it('[MGR-17] by agency there is no column of people', () => {
    const [head, row] = exportRows({ rows: agencies, total, names, byAgency: true })
    expect(head).toHaveLength(12)
    expect(row).toHaveLength(12)
  })
})
