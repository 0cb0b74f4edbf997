import { readFileSync } from 'node:fs'
import { parser } from '@prometheus-io/lezer-promql'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { embeddedDatabase } from '../../tests/support/engines.ts'
import { scrape } from '../../tests/support/scrape.ts'
import { testApp } from '../../tests/support/test-app.ts'
import type { Database } from '../plugins/database/database.ts'

/** docs/monitoring: dashboard and alerts may only ask for existing metrics; with others they would stay silent. */

interface Rules {
  groups: { rules: { alert: string; expr: string; labels: { severity: string }; annotations: { summary: string } }[] }[]
}
interface Panel {
  title: string
  targets?: { expr: string }[]
}

const read = (name: string): string => readFileSync(`docs/monitoring/${name}`, 'utf8')
const rules = (parse(read('alerts.yml')) as Rules).groups.flatMap((group) => group.rules)
const panels = (JSON.parse(read('dashboard.json')) as { panels: Panel[] }).panels
const asked = panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ title, expr })))

/** Nodes of PromQL's own grammar: the metrics and labels that a query selects, and whether it could be parsed. */
function look(expr: string): { metrics: string[]; labels: string[]; broken: boolean } {
  const found = { metrics: [] as string[], labels: [] as string[], broken: false }
  parser.parse(expr).iterate({
    enter: ({ name, from, to, type }) => {
      if (type.isError) found.broken = true
      if (name === 'VectorSelector') found.metrics.push(/^[\w:]+/.exec(expr.slice(from, to))?.[0] ?? '')
      if (name === 'LabelName') found.labels.push(expr.slice(from, to))
    },
  })
  return found
}

describe('docs/monitoring', () => {
  let db: Database
  let app: FastifyInstance
  /** Every metric of the server, with the labels of its samples. */
  const exported = new Map<string, Set<string>>()
  beforeAll(async () => {
    db = await embeddedDatabase()
    app = await testApp(db)
    await app.inject('/api/health')
    for (const { name, metrics } of (await scrape(app)).families.values())
      exported.set(name, new Set(metrics.flatMap(({ labels }) => Object.keys(labels ?? {}))))
    // Prometheus makes it itself.
    exported.set('up', new Set())
  })
  afterAll(async () => {
    await app.close()
    await db.close()
  })

  it('the alerts and the dashboard ask for nothing that the server does not export', () => {
    const all = [...rules.map(({ alert, expr }) => ({ title: alert, expr })), ...asked]
    expect(all.length).toBeGreaterThan(40)
    for (const { title, expr } of all) {
      const { metrics, labels, broken } = look(expr)
      expect([title, expr, broken]).toEqual([title, expr, false])
      expect([title, metrics.length > 0 || expr]).toEqual([title, true])
      expect([title, metrics.filter((name) => !exported.has(name))]).toEqual([title, []])
      // Prometheus adds these two to every sample.
      const known = new Set(['job', 'instance', ...metrics.flatMap((name) => [...(exported.get(name) ?? [])])])
      expect([title, labels.filter((label) => !known.has(label))]).toEqual([title, []])
    }
  })

  it('every metric of ours is in the dashboard or in an alert', () => {
    const used = new Set([...rules, ...asked].flatMap(({ expr }) => look(expr).metrics))
    const ours = [...exported.keys()].filter((name) => name.startsWith('lolapp_'))
    const shown = (name: string): boolean =>
      used.has(name) || ['_bucket', '_sum', '_count'].some((end) => used.has(name + end))
    expect(ours.filter((name) => !shown(name))).toEqual([])
  })

  it('notices a wrong name, a wrong label and a wrong sentence', () => {
    expect(look('sum(rate(lolapp_essai[5m])')).toMatchObject({ broken: true })
    expect(look('max by (chanel) (lolapp_essai{x="1"})')).toEqual({
      metrics: ['lolapp_essai'],
      labels: ['chanel', 'x'],
      broken: false,
    })
  })

  it('each alert has a severity, and a sentence that says what is wrong', () => {
    for (const { alert, labels, annotations } of rules)
      expect([alert, labels.severity, annotations.summary.length > 20]).toEqual([
        alert,
        expect.stringMatching(/^(critical|warning)$/),
        true,
      ])
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
  })
})
