// The reference can be read without this program. It adds the search, the choice of a language, colours, and calls with the reader's key.
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const made = (name, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
};
const LANGUAGE = 'reference-language';

document.documentElement.classList.add('scripted');
for (const element of all('.menu, .languages, .key, search')) element.hidden = false;

function chooseLanguage(language) {
  document.documentElement.dataset.language = language;
  const input = document.querySelector(`.languages input[value="${language}"]`);
  if (input) input.checked = true;
}

function setUpLanguages() {
  const stored = localStorage.getItem(LANGUAGE);
  if (document.querySelector(`.languages input[value="${stored}"]`)) chooseLanguage(stored);
  for (const input of all('.languages input')) {
    input.addEventListener('change', () => {
      chooseLanguage(input.value);
      localStorage.setItem(LANGUAGE, input.value);
    });
  }
}

/** Every word of the search must be in the name of an operation, an event or a schema, or in what the contents say of it. */
function setUpSearch() {
  const field = document.querySelector('#search');
  if (!field) return;
  const links = all('.contents li a');
  const schemas = all('details.schema');
  const textOf = new Map(
    links.map((link) => [link, `${link.textContent} ${link.dataset.words ?? ''}`.toLowerCase()]),
  );
  const show = () => {
    const words = field.value
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== '');
    const fits = (text) => words.every((word) => text.includes(word));
    let count = 0;
    for (const link of links) {
      const isFound = fits(textOf.get(link));
      link.parentElement.hidden = !isFound;
      if (isFound) count += 1;
    }
    for (const group of all('.contents details')) {
      group.hidden = all('li:not([hidden])', group).length === 0;
      if (words.length > 0) group.open = true;
    }
    for (const schema of schemas) {
      schema.hidden = !fits(`${schema.id} ${schema.querySelector('summary').textContent}`.toLowerCase());
      if (!schema.hidden && words.length > 0) count += 1;
    }
    document.querySelector('#found').textContent = words.length === 0 ? '' : `${String(count)} found`;
  };
  field.addEventListener('input', show);
  document.addEventListener('keydown', (event) => {
    const isTyping = /^(INPUT|TEXTAREA)$/.test(document.activeElement?.tagName ?? '');
    if (event.key !== '/' || isTyping) return;
    event.preventDefault();
    field.focus();
  });
}

function setUpContents() {
  const button = document.querySelector('.menu');
  const contents = document.querySelector('.contents');
  if (!button || !contents) return;
  const open = (isOpen) => {
    contents.classList.toggle('open', isOpen);
    button.setAttribute('aria-expanded', String(isOpen));
  };
  button.addEventListener('click', () => open(!contents.classList.contains('open')));
  contents.addEventListener('click', (event) => {
    if (event.target.closest('a')) open(false);
  });
}

/** A link to a schema opens it. */
function openTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target?.tagName === 'DETAILS') target.open = true;
  for (const link of all('.contents a[aria-current]')) link.removeAttribute('aria-current');
  const link = all('.contents a').find((one) => one.hash === location.hash && location.hash !== '');
  link?.setAttribute('aria-current', 'true');
  target?.scrollIntoView();
}

/** Finding texts takes time that grows with the square of the length. */
const LONGEST_SAMPLE = 5000;
const PATTERNS = {
  text: /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/g,
  word: /\b(?:import|from|const|await|new|for|of|in|if|throw|return|with|as|print|false|true|null|True|False|None|curl|export|php)\b/g,
};

/** Colours without further elements, where the browser knows highlights. */
function setUpColours() {
  if (!CSS.highlights) return;
  const ranges = { text: [], word: [] };
  for (const code of all('code[data-syntax]')) {
    const node = code.firstChild;
    if (!node || node.data.length > LONGEST_SAMPLE) continue;
    const taken = [];
    for (const [name, pattern] of Object.entries(PATTERNS)) {
      for (const { index, 0: found } of node.data.matchAll(pattern)) {
        if (taken.some(([from, to]) => index >= from && index < to)) continue;
        if (name === 'text') taken.push([index, index + found.length]);
        const range = new StaticRange({
          startContainer: node,
          startOffset: index,
          endContainer: node,
          endOffset: index + found.length,
        });
        ranges[name].push(range);
      }
    }
  }
  for (const [name, list] of Object.entries(ranges)) CSS.highlights.set(name, new Highlight(...list));
}

function setUpCopying() {
  for (const figure of all('.samples figure')) {
    const button = made('button', { type: 'button', textContent: 'Copy' });
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(figure.querySelector('code').textContent);
      button.textContent = 'Copied';
    });
    figure.querySelector('figcaption').append(button);
  }
}

/** The key is read from its field when a call is made; nothing keeps it. */
const keyOf = () => document.querySelector('#key').value.trim();

function fieldFor(parameter) {
  const { value: name, dataset } = parameter;
  const input = made('input', { name, value: dataset.example, autocomplete: 'off', spellcheck: false });
  input.dataset.in = dataset.in;
  return made('label', {}, `${name} (${dataset.in})`, input);
}

function addressOf(section, form) {
  const query = new URLSearchParams();
  const headers = {};
  let path = section.dataset.path;
  for (const { name, value, dataset } of all('input', form)) {
    if (dataset.in === 'path') path = path.replace(`{${name}}`, encodeURIComponent(value));
    else if (value !== '' && dataset.in === 'query') query.set(name, value);
    else if (value !== '' && dataset.in === 'header') headers[name] = value;
  }
  return { address: query.size > 0 ? `${path}?${query}` : path, headers };
}

/** A call that was sent twice by mistake takes effect once; each press is a call of its own. Pages without TLS have no randomUUID. */
const newKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** The body of a call with its media type: the chosen file, or the text as JSON. */
function bodyOf(form) {
  const upload = form.querySelector('input[type=file]');
  if (upload) {
    const [file] = upload.files;
    return { body: file, type: file.type || upload.accept.split(',')[0] };
  }
  const text = form.querySelector('textarea')?.value;
  return text === undefined ? undefined : { body: text, type: 'application/json' };
}

async function send(section, form) {
  const status = form.querySelector('[role=status]');
  const output = form.querySelector('pre');
  const sent = bodyOf(form);
  const { address, headers } = addressOf(section, form);
  const { method } = section.dataset;
  const key = method === 'POST' ? newKey() : undefined;
  status.textContent = 'Sending …';
  output.hidden = true;
  try {
    const begun = performance.now();
    const response = await fetch(address, {
      method,
      credentials: 'omit',
      headers: {
        ...headers,
        ...(key !== undefined && { 'idempotency-key': key }),
        ...(keyOf() !== '' && { authorization: `Bearer ${keyOf()}` }),
        ...(sent && { 'content-type': sent.type }),
      },
      ...(sent && { body: sent.body }),
    });
    const text = await readable(response);
    status.textContent = `${String(response.status)} after ${String(Math.round(performance.now() - begun))} ms, request ${response.headers.get('x-request-id') ?? 'without id'}${key === undefined ? '' : `, Idempotency-Key ${key}`}`;
    output.textContent = text;
    output.hidden = text === '';
  } catch (error) {
    status.textContent = `The call failed: ${error.message}`;
  }
}

async function readable(response) {
  const type = response.headers.get('content-type') ?? '';
  if (/^(image|application\/pdf)/.test(type)) return `${type}, ${String((await response.blob()).size)} bytes`;
  const text = await response.text();
  return type.startsWith('application/json') && text !== ''
    ? JSON.stringify(JSON.parse(text), undefined, 2)
    : text;
}

function tryForm(section) {
  const body = section.querySelector('template.body');
  const upload = section.querySelector('.upload');
  const isErasing = section.dataset.method === 'DELETE';
  const button = made('button', { type: 'submit', textContent: `Send ${section.dataset.method}` });
  const form = made(
    'form',
    { className: 'try' },
    ...all('.parameter', section).map(fieldFor),
    ...(body
      ? [made('label', {}, 'Body', made('textarea', { value: body.content.textContent, spellcheck: false }))]
      : []),
    ...(upload
      ? [made('label', {}, 'Body', made('input', { type: 'file', accept: upload.value, required: true }))]
      : []),
    ...(isErasing
      ? [made('p', { textContent: 'This deletes what the path names, in the account of your key.' })]
      : []),
    button,
    made('p', { role: 'status' }),
    made('pre', { hidden: true, tabIndex: 0 }),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send(section, form);
  });
  return form;
}

function setUpTrying() {
  for (const section of all('.operation[data-method]')) {
    const samples = section.querySelector('.samples');
    if (!samples.querySelector('.sample')) continue;
    const button = made('button', { type: 'button', className: 'open-try', textContent: 'Try it' });
    button.addEventListener('click', () => {
      const form = tryForm(section);
      button.replaceWith(form);
      form.querySelector('input, textarea, button').focus();
    });
    samples.prepend(button);
  }
}

setUpLanguages();
setUpSearch();
setUpContents();
setUpCopying();
setUpTrying();
setUpColours();
addEventListener('hashchange', openTarget);
if (location.hash !== '') openTarget();
