// What JavaScript calls a space, and what splitting at it cuts in UTF-8 that was decoded as Latin-1.
const print = (id, isSpace) => {
  const line = [id, '110000'];
  for (let codePoint = 0; codePoint <= 0x10ffff; codePoint++) {
    if (isSpace(String.fromCodePoint(codePoint))) line.push(codePoint.toString(16));
  }
  process.stdout.write(`${line.join(' ')}\n`);
};

process.stdout.write(`version ${process.versions.node}\n`);
if (process.versions.unicode) process.stdout.write(`unicode ${process.versions.unicode}\n`);
print('javascript-regex', (text) => /^\s$/u.test(text));
print('javascript-trim', (text) => text.trim() === '');
print('javascript-split-latin-1', (text) => {
  if (text < '\u0080' || !text.isWellFormed()) return false;
  const decoded = Buffer.from(`a${text}b`, 'utf8').toString('latin1');
  return decoded.split(/\s+/).join('') !== decoded;
});
process.stdout.write('end\n');
