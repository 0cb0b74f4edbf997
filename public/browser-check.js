// The first script of the page, for browsers of any age: no module, no syntax newer than 2009, nothing inline (CSP). A browser that lacks a function that
// the app needs would say « saved » and send nothing, or show a blank page. Here it shows a message instead, and nothing else of the app runs. The
// versions are those of build.target in vite.config.ts; .ci/newer-apis.ts checks the code against them.
;(function () {
  var VERSIONS = ['Chrome ou Edge 111', 'Firefox 126', 'Safari 16.4 (iPhone et iPad : iOS 16.4)']

  /** The browser reads `type` before it starts a worker. The getter throws, so no worker is started. */
  function takesModuleWorkers() {
    var asked = false
    var options = {}
    Object.defineProperty(options, 'type', {
      get: function () {
        asked = true
        throw new Error('asked')
      },
    })
    try {
      new Worker('/browser-check.js', options).terminate()
    } catch (_) {
      // Expected: the getter has thrown.
    }
    return asked
  }

  function readsNewExpressions() {
    try {
      return /(?<=a)b/.test('ab')
    } catch (_) {
      return false
    }
  }

  /** Functions that each part of the app needs. The names are for the person who is asked for help. */
  var NEEDS = {
    'modules JavaScript': function () {
      return 'noModule' in document.createElement('script')
    },
    ES2023: function () {
      return typeof [].toSorted === 'function' && readsNewExpressions()
    },
    IndexedDB: function () {
      return typeof window.indexedDB.databases === 'function'
    },
    'Web Locks': function () {
      return typeof navigator.locks.request === 'function'
    },
    BroadcastChannel: function () {
      return typeof window.BroadcastChannel === 'function'
    },
    'workers en modules': takesModuleWorkers,
    'AbortSignal.timeout': function () {
      return typeof AbortSignal.timeout === 'function'
    },
    'crypto.subtle': function () {
      return typeof window.crypto.subtle.digest === 'function'
    },
  }

  var missing = Object.keys(NEEDS).filter(function (name) {
    try {
      return !NEEDS[name]()
    } catch (_) {
      // The object that holds it is missing too.
      return true
    }
  })
  if (missing.length === 0) return

  // No later script of the page runs, nor do the app's modules.
  var policy = document.createElement('meta')
  policy.setAttribute('http-equiv', 'Content-Security-Policy')
  policy.setAttribute('content', "script-src 'none'")
  document.head.appendChild(policy)

  function add(parent, tag, text) {
    var element = document.createElement(tag)
    if (text) element.appendChild(document.createTextNode(text))
    parent.appendChild(element)
    return element
  }

  function addVersions(list) {
    VERSIONS.forEach(function (version) {
      add(list, 'li', version)
    })
  }

  function show() {
    document.title = 'Lolapp : navigateur à mettre à jour'
    var main = document.createElement('main')
    main.style.cssText = 'max-width:38em;margin:0 auto;padding:2em 1em;font:1.1em/1.5 system-ui,sans-serif'
    add(main, 'h1', 'Ce navigateur ne peut pas ouvrir Lolapp')
    if (window.isSecureContext === false) {
      add(
        main,
        'p',
        'L’adresse doit commencer par « https:// » : sans cela, le navigateur refuse ce dont Lolapp a besoin.',
      )
    } else {
      add(
        main,
        'p',
        'Lolapp garde votre travail sur l’appareil, avec ou sans réseau. Ce navigateur n’a pas tout ce qu’il faut pour le garder et l’envoyer sans risque.',
      )
      add(
        main,
        'p',
        'Mettez-le à jour, ou ouvrez cette adresse avec l’un de ceux-ci, dans cette version ou une plus récente :',
      )
      addVersions(add(main, 'ul'))
    }
    add(main, 'p', 'Ce qui attendait d’être envoyé depuis cet appareil y reste.')
    add(main, 'p', 'Il manque : ' + missing.join(', ') + '.').style.cssText = 'font-size:.85em'
    document.body.replaceChild(main, document.getElementById('root'))
  }
  if (document.body && document.getElementById('root')) show()
  else document.addEventListener('DOMContentLoaded', show)
})()
