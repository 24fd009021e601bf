// Which chats hold a private table, and what a preview shows in them.
import { i as chatId } from '../chunks/fMcnVBmO.js';

const ASK_AGAIN = 3_000; // a chat can become private with its next message
const NOTE = {
	de: 'Vorschau aus: Dieser Chat enthält eine private Tabelle, und eine Vorschau könnte Inhalte nach außen tragen.',
	en: 'Preview off: this chat holds a private table, and a preview could carry its content away.'
};

const known = new Set();
let asked = { chat: null, at: 0 };
let draft = false;
let current = '';

chatId.subscribe((chat) => {
	// A temporary chat gets its id with its first message, after its file was added.
	if (draft && chat) known.add(chat);
	if (chat !== current) draft = false;
	current = chat || '';
});

/** The chat `chat` is private from now on, for this page. */
export const remember = (chat) => known.add(chat);

/** A table was added to the chat on screen, which may have no id yet. */
export function rememberDraft() {
	draft = true;
	if (current) known.add(current);
}

/** Whether the chat on screen is private. What cannot be told counts as private. */
export function isPrivate() {
	const chat = current;
	if (draft || known.has(chat)) return true;
	if (!chat || /^(local|temporary):/.test(chat)) return false;
	if (asked.chat === chat && Date.now() - asked.at < ASK_AGAIN) return false;
	try {
		// Synchronous on purpose: the preview must not be drawn before the answer is there.
		const request = new XMLHttpRequest();
		request.open('GET', `/api/v1/chats/${encodeURIComponent(chat)}`, false);
		request.setRequestHeader('Authorization', `Bearer ${localStorage.token}`);
		request.send();
		if (request.status === 404 || request.status === 401) return false; // not a chat of this person: a shared one
		if (JSON.parse(request.responseText).meta?.werkbank_private) {
			known.add(chat);
			return true;
		}
		asked = { chat, at: Date.now() };
		return false;
	} catch {
		return true;
	}
}

/** The HTML that a preview shows instead of `html`. */
export function preview(html) {
	if (!html || !isPrivate()) return html;
	const text = document.documentElement.lang.startsWith('de') ? NOTE.de : NOTE.en;
	return `<!doctype html><html><head></head><body style="font:14px sans-serif;color:#888;padding:2em">${text}</body></html>`;
}

/** The address of a frame that an answer names: as it is on this origin, otherwise nothing. */
export function local(address) {
	try {
		const url = new URL(address, location.href);
		return /^https?:$/.test(url.protocol) && url.origin !== location.origin ? 'about:blank' : address;
	} catch {
		return 'about:blank';
	}
}
