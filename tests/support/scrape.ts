import type { FastifyInstance } from 'fastify'
import parse, { type Family } from 'parse-prometheus-text-format'

/** Reads /metrics with a third-party parser. */
export interface Scrape {
  families: Map<string, Family>
  /** Value of the one sample with these labels (it may have more); undefined when there is none. */
  value(name: string, labels?: Record<string, string>): number | undefined
  /** The application's own lines with a value, histogram buckets included. Node's own lines are left out: their number depends on garbage collection. */
  samples: number
}

export async function scrape(app: FastifyInstance, headers: Record<string, string> = {}): Promise<Scrape> {
  const { statusCode, body } = await app.inject({ url: '/metrics', headers: { host: 'localhost', ...headers } })
  if (statusCode !== 200) throw new Error(`/metrics: ${statusCode} ${body}`)
  return readScrape(body)
}

/** The parser merges the buckets of all labels of a histogram. As plain samples (`…_bucket`, `…_sum`, `…_count`) they keep their labels. */
const withoutHistograms = (text: string): string => text.replace(/^(# TYPE \S+) histogram$/gm, '$1 untyped')

export function readScrape(text: string): Scrape {
  const families = new Map<string, Family>()
  for (const family of parse(withoutHistograms(text))) {
    const known = families.get(family.name)
    if (known) known.metrics.push(...family.metrics)
    else families.set(family.name, family)
  }
  return {
    families,
    samples: text.split('\n').filter((line) => line.startsWith('lolapp_')).length,
    value(name, labels = {}) {
      const found = families
        .get(name)
        ?.metrics.filter((sample) => Object.entries(labels).every(([label, value]) => sample.labels?.[label] === value))
      if (found === undefined || found.length === 0) return undefined
      if (found.length > 1) throw new Error(`${name} ${JSON.stringify(labels)} has ${found.length} samples`)
      return Number(found[0]?.value)
    },
  }
}
