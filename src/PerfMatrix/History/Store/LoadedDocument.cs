namespace PerfMatrix.History;

/// <summary>A document of the history in memory, read when first used and written when changed.</summary>
internal sealed class LoadedDocument<T>(IHistoryFiles files, string path, Func<T> create)
    where T : class
{
    private T? _value;
    private bool _isChanged;

    public T Value
    {
        get => _value ??= files.Read(path) is { } content ? HistoryJson.Read<T>(path, content) : create();
        set => (_value, _isChanged) = (value, true);
    }

    /// <summary>The document, which the caller is about to change.</summary>
    public T Changing()
    {
        _isChanged = true;
        return Value;
    }

    public void WriteTo(FileChanges changes)
    {
        if (_isChanged) changes.Set(files, path, HistoryJson.Write(Value));
    }
}
