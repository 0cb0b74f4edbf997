import Dexie, { type Table } from 'dexie'
import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'

/** The least that a cold offline start to a week can cost: React, and one Dexie store with an index on the start. */

interface Rdv {
  IDRDV: string
  RDV_DEBUT: string
  RDV_FIN: string
  RDV_OBJET: string
}

class Store extends Dexie {
  declare rdvs: Table<Rdv, string>
  constructor() {
    super('bare')
    this.version(1).stores({ rdvs: 'IDRDV, RDV_DEBUT' })
  }
}

const store = new Store()

function Week() {
  const [rows, setRows] = useState<Rdv[]>([])
  useEffect(() => {
    const [from = '', to = ''] = (localStorage.getItem('week') ?? '').split('~')
    void store.rdvs.where('RDV_DEBUT').between(from, to).toArray().then(setRows)
  }, [])
  return (
    <ul>
      {rows.map((row) => (
        <li key={row.IDRDV} data-event-id={row.IDRDV}>
          {row.RDV_DEBUT} {row.RDV_OBJET}
        </li>
      ))}
    </ul>
  )
}

declare global {
  interface Window {
    fillBare: (n: number, from: string, to: string) => Promise<void>
  }
}

/** Fills the store from the feed, notes the week to show and waits for the service worker to hold the page. */
window.fillBare = async (n, from, to) => {
  for (let since = '', complete = false; !complete; ) {
    const response = await fetch(`/api-${n}/rdvs?since=${encodeURIComponent(since)}&limit=1000`)
    const page = (await response.json()) as { data: Rdv[]; checkpoint: string; complete: boolean }
    await store.rdvs.bulkPut(page.data)
    since = page.checkpoint
    complete = page.complete
  }
  localStorage.setItem('week', `${from}~${to}`)
  await navigator.serviceWorker.register('/sw.js')
  await navigator.serviceWorker.ready
}

const element = document.getElementById('root')
if (element) createRoot(element).render(<Week />)
