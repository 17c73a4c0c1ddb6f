import { describe, expect, it } from 'vitest';
import { bringsKey, isLoopback, namesLoopback } from './check-caller.ts';

describe('a caller', () => {
  it.each([
    ['Bearer k', true],
    ['bearer  k ', true],
    ['Bearer kk', false],
    ['Bearer', false],
    ['Bearer ', false],
    ['k', false],
    [null, false],
  ])('with the header %j brings the key: %s', (header, expected) => {
    expect(bringsKey(header, 'k')).toBe(expected);
  });

  it.each([
    ['127.0.0.1', true],
    ['127.8.9.1', true],
    ['::1', true],
    ['::ffff:127.0.0.1', true],
    ['localhost', true],
    ['0.0.0.0', false],
    ['::', false],
    ['::ffff:10.0.0.1', false],
    ['127.0.0.1.example', false],
    ['', false],
  ])('at %s is on this machine: %s', (address, expected) => {
    expect(isLoopback(address)).toBe(expected);
  });

  it.each([
    ['localhost:8080', true],
    ['[::1]:8080', true],
    ['[::1]', true],
    ['127.0.0.1', true],
    ['evil.example:80', false],
    ['localhost.evil.example', false],
    [null, false],
  ])('that asked %j means this machine: %s', (host, expected) => {
    expect(namesLoopback(host)).toBe(expected);
  });
});
