import { type KyselyPlugin, RawNode, type RootOperationNode } from 'kysely'

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: PlanNode[]
}

/** What statements read, by table: the rows that were looked at, also those that a filter then left out, and whether a whole table was read. */
export interface RowsRead {
  rows: Map<string, number>
  whole: Set<string>
}

function note(node: PlanNode, read: RowsRead): void {
  const table = node['Relation Name']
  if (table !== undefined) {
    const each =
      node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
    read.rows.set(table, (read.rows.get(table) ?? 0) + each * node['Actual Loops'])
    if (node['Node Type'] === 'Seq Scan') read.whole.add(table)
  }
  for (const child of node.Plans ?? []) note(child, read)
}

/**
 * Has each SELECT explained while it runs, instead of answered: whoever calls gets no rows, and `read` learns what was read.
 * Counts rows and no time, so that a busy machine measures the same.
 */
export function explaining(): { plugin: KyselyPlugin; read: RowsRead } {
  const read: RowsRead = { rows: new Map(), whole: new Set() }
  return {
    read,
    plugin: {
      transformQuery: ({ node }) =>
        RawNode.create(['explain (analyze, timing off, format json) ', ''], [node]) as unknown as RootOperationNode,
      transformResult: async ({ result }) => {
        const [row] = result.rows as { 'QUERY PLAN': { Plan: PlanNode }[] }[]
        for (const { Plan } of row?.['QUERY PLAN'] ?? []) note(Plan, read)
        return { ...result, rows: [] }
      },
    },
  }
}
