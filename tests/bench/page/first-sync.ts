import { openLocalDatabase } from '../../../sync/open.ts'
import type { Contender, Job, JobDone } from './contenders.ts'

export interface FirstSync {
  ms: number
  rows: number
  /** Longest and total main-thread tasks above 50 ms while the worker wrote and this tab's live query followed. */
  longTasks: { count: number; max: number }
}

const longTasks: number[] = []
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) longTasks.push(entry.duration)
}).observe({ type: 'longtask' })

/** One first synchronisation in a fresh profile, in a worker, while the tab shows a live list as the product does. */
export async function firstSync(contender: Contender, n: number): Promise<FirstSync> {
  if (contender === 'lolapp') {
    const db = await openLocalDatabase({ companyId: 'bench', account: 'personnel:lolapp', impersonator: '' })
    db.of('client')
      .find({ sort: [{ CLE_NOM: 'asc' }] as never, limit: 50 })
      .$.subscribe((docs) => {
        document.body.textContent = docs.map((doc) => String(doc.get('NOM'))).join(', ')
      })
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
  longTasks.length = 0
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
  const job: Job = { contender, n }
  const done = new Promise<JobDone>((resolve, reject) => {
    worker.onmessage = (event: MessageEvent<JobDone>) => resolve(event.data)
    worker.onerror = (event) => reject(new Error(event.message))
  })
  worker.postMessage(job)
  const result = await done
  await new Promise((resolve) => setTimeout(resolve, 300))
  return { ...result, longTasks: { count: longTasks.length, max: Math.max(0, ...longTasks) } }
}
