/**
 * A page that is left may be kept as it stands, for « Précédent » (the back/forward cache; WebKit does it with workers, too). Its worker is then
 * suspended wherever it is: the transaction that it had begun never ends, and every write of the page that comes after waits for it. So a page
 * that is kept lets go of the local database and ends its own transactions first, and one that is shown again starts anew (WORK-10).
 */
export interface KeptPage {
  page: Pick<Window, 'addEventListener'>
  /** Ends what works in the background, at once; what takes longer may never be reached. */
  letGo: () => void
  reload: () => void
}

export function watchKeptPage({ page, letGo, reload }: KeptPage): void {
  page.addEventListener('pagehide', ({ persisted }) => {
    if (persisted) letGo()
  })
  page.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) reload()
  })
}
