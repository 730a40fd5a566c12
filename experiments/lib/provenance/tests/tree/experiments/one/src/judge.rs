fn judge() {}
